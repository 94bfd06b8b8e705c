import { preloadTexts } from "#web/i18n/dictionary.ts";
import { translationTexts } from "./locales/index.ts";

/** Loads the translation of a message with its texts. */
export async function translation() {
  const [part] = await Promise.all([import("./translation.tsx"), preloadTexts(translationTexts)]);
  return part.Translation;
}
