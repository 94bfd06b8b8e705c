import { preloadTexts } from "#web/i18n/dictionary.ts";
import { costTexts } from "./locales/index.ts";

/** Loads the expected cost of a campaign; only for campaigns of official numbers. */
export async function campaignEstimate() {
  const [part] = await Promise.all([import("./campaign-estimate.tsx"), preloadTexts(costTexts)]);
  return part.CampaignEstimate;
}

/** Loads the expected cost of one message; only for official numbers and people who may see costs. */
export async function sendEstimate() {
  const [part] = await Promise.all([import("./send-estimate.tsx"), preloadTexts(costTexts)]);
  return part.SendEstimate;
}

/** Loads the cost of a campaign for its report; only for campaigns of official numbers. */
export async function campaignCost() {
  const [part] = await Promise.all([import("./campaign-cost.tsx"), preloadTexts(costTexts)]);
  return part.CampaignCostCard;
}

/** Loads the countdown of texts that leave as one message; only for numbers that join people's texts. */
export async function bundleBar() {
  const [part] = await Promise.all([import("./bundle-bar.tsx"), preloadTexts(costTexts)]);
  return part.BundleBar;
}

/** Loads the cost of a ticket beside its answer window; only for people who may see costs. */
export async function ticketCostChip() {
  const [part] = await Promise.all([import("./ticket-cost.tsx"), preloadTexts(costTexts)]);
  return part.TicketCostChip;
}
