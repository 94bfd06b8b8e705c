import { preloadTexts } from "#web/i18n/dictionary.ts";
import { followUpTexts } from "#web/inbox/follow-ups/locales/index.ts";
import { FollowUpBar } from "./follow-up-bar.tsx";
import { FollowUpLine } from "./follow-up-line.tsx";

/** The bar above the composer, with its texts; loaded for the first ticket with a follow-up on screen. */
export async function followUpBar() {
  await preloadTexts(followUpTexts);
  return FollowUpBar;
}

/** The line of the history, with its texts. */
export async function followUpLine() {
  await preloadTexts(followUpTexts);
  return FollowUpLine;
}
