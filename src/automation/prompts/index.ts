/** What other features may use of the prompts. */
export { forgetTraces } from "./erased-contacts.ts";
export { findPrompt, listPrompts } from "./queries.ts";
export { createPrompt } from "./save.ts";
