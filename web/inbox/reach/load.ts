import { preloadTexts } from "#web/i18n/dictionary.ts";
import { healthTexts } from "./health/locales/index.ts";
import { reachTexts } from "./locales/index.ts";

/** Loads the icon of a restricted number; only when the number of the conversation is restricted. */
export async function restrictionIcon() {
  const [part] = await Promise.all([import("./restriction-icon.tsx"), preloadTexts(reachTexts)]);
  return part.RestrictionIcon;
}

/** Loads the bar above the text box of a conversation that the restricted number has not started yet. */
export async function newChatBar() {
  const [part] = await Promise.all([import("./new-chat-bar.tsx"), preloadTexts(reachTexts)]);
  return part.NewChatBar;
}

/** Loads the same bar of the dialog that opens a ticket. */
export async function newTicketNotice() {
  const [part] = await Promise.all([import("./new-ticket-notice.tsx"), preloadTexts(reachTexts)]);
  return part.NewTicketNotice;
}

/** Loads score and budget of a number for the list of connections; only for admins. */
export async function numberHealth() {
  const [part] = await Promise.all([import("./health/number-health.tsx"), preloadTexts(healthTexts)]);
  return part.NumberHealth;
}

/** Loads the restrictions of a number beside its status. */
export async function restrictionChips() {
  const [part] = await Promise.all([import("./restriction-chips.tsx"), preloadTexts(reachTexts)]);
  return part.RestrictionChips;
}
