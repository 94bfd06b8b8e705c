/** Public functions of the campaigns. */
export { runningCampaigns } from "./report/report.ts";
export { pauseRestoredCampaigns } from "./sending/pause-restored.ts";
