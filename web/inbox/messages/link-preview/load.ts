import { preloadTexts } from "#web/i18n/dictionary.ts";
import { linkPreviewTexts } from "./locales/index.ts";

/** Loads the card of a message; few messages have one. */
export const linkCard = async () => (await import("./link-card.tsx")).LinkCard;

/** Loads the bar above the composer with its texts. */
export async function linkBar() {
  const [part] = await Promise.all([import("./link-bar.tsx"), preloadTexts(linkPreviewTexts)]);
  return part.LinkBar;
}
