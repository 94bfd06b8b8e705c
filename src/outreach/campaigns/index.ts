/** What other features may use of the campaigns. */
export { type RunningCampaign, runningCampaigns } from "./running.ts";
