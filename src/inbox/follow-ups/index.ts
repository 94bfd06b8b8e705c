/** Public functions of the follow-ups. */
export { followUpById } from "./queries.ts";
export { markRestoredFollowUps } from "./running/hold-restored.ts";
export { startFollowUp, startFollowUpByProduct } from "./running/start.ts";
