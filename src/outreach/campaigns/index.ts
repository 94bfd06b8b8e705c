/** What other features may use of the campaigns. */
export { runningCampaigns } from "./report/running.ts";
