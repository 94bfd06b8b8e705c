import { signal } from "@preact/signals-react";
import { hasTexts } from "#platform/i18n/translator.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { language } from "#web/i18n/language.ts";
import { common } from "#web/i18n/locales/index.ts";
import { errorTexts } from "./locales/index.ts";

/** How often the texts of error codes were loaded, 1 also after a failure; components that show a text are rendered again. */
export const errorLoads = signal(0);

/** Loads the texts of error codes in the language of the page. Resolves also when that fails: the codes are shown then. */
export async function loadErrorTexts(): Promise<void> {
  // Without its first texts the page shows no error yet.
  if (!hasTexts(language.peek(), common.name)) return;
  try {
    await preloadTexts(errorTexts);
    errorLoads.value += 1;
  } catch {
    // The codes are shown; the next error loads the texts again.
    if (errorLoads.peek() === 0) errorLoads.value = 1;
  }
}
