/** Public functions of the prompts. */
export { forgetTraces } from "./erased-contacts.ts";
export { cancelRestoredTurns } from "./turns/cancel-restored.ts";
