import { fetchTexts } from "./dictionary.ts";
import { language, markStarted, namesIn } from "./i18n.ts";
import { LANGUAGE_TAGS, type Language } from "./languages.ts";

export { language } from "./i18n.ts";

/** Between two attempts to fetch the first texts, without which nothing can be shown, ms. */
const AGAIN_MS = 2_000;

const bring = (spoken: Language, names: readonly string[]) =>
  Promise.all(names.map((name) => fetchTexts(spoken, name)));

/** A file of texts that does not come is a TypeError, in every browser. */
async function orAgain(error: unknown): Promise<null> {
  if (!(error instanceof TypeError)) throw error;
  await new Promise((again) => setTimeout(again, AGAIN_MS));
  return null;
}

/** Starts the translations in a language and loads the named texts before the first paint. */
export async function startTranslations(first: Language, names: readonly string[]): Promise<void> {
  while (!(await bring(first, names).catch(orAgain)));
  show(first);
  markStarted();
}

/**
 * Changes the language of the page without a reload. The old one stays until the new texts are here, and when they cannot
 * be fetched: that rejects.
 */
export async function changeLanguage(next: Language): Promise<void> {
  await bring(next, namesIn(language.peek()));
  show(next);
}

function show(next: Language): void {
  language.value = next;
  if (typeof document !== "undefined") document.documentElement.lang = LANGUAGE_TAGS[next];
}
