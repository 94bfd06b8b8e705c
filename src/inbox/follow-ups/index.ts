/** Public functions of the follow-ups. */
export { followUpById, runningRun } from "./queries.ts";
export { markRestoredFollowUps } from "./running/hold-restored.ts";
export { startFollowUp, startFollowUpByProduct, stopFollowUp } from "./running/start.ts";
