import { preloadTexts } from "#web/i18n/dictionary.ts";
import { foundLaterTexts } from "./locales/index.ts";

/** Loads the note with its text; few messages have it. */
export async function foundLater() {
  const [part] = await Promise.all([import("./found-later.tsx"), preloadTexts(foundLaterTexts)]);
  return part.FoundLater;
}
