import { loadedNamespaces, loadPatiently, loadTexts } from "./dictionary.ts";
import { language, markStarted } from "./language.ts";
import { LANGUAGE_TAGS, type Language } from "./languages.ts";

/** Starts the translations in a language and loads the named texts before the first paint. */
export async function startTranslations(first: Language, names: readonly string[]): Promise<void> {
  await loadPatiently(first, names);
  show(first);
  markStarted();
}

/**
 * Changes the language of the page without a reload. The old language remains until the new texts are loaded; rejects
 * when they fail to load.
 */
export async function changeLanguage(next: Language): Promise<void> {
  await Promise.all(loadedNamespaces(language.peek()).map((name) => loadTexts(next, name)));
  show(next);
}

function show(next: Language): void {
  language.value = next;
  if (typeof document !== "undefined") document.documentElement.lang = LANGUAGE_TAGS[next];
}
