import { loadedNamespaces, loadTexts } from "./dictionary.ts";
import { language, markStarted } from "./language.ts";
import { LANGUAGE_TAGS, type Language } from "./languages.ts";

/** Delay between two attempts to load the first texts, ms: without them no page can be rendered. */
const RETRY_MS = 2_000;

const loadAll = (lng: Language, names: readonly string[]) =>
  Promise.all(names.map((name) => loadTexts(lng, name)));

/** A module that cannot be fetched is a TypeError in every browser; other errors are rethrown. */
async function waitForRetry(error: unknown): Promise<null> {
  if (!(error instanceof TypeError)) throw error;
  await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  return null;
}

/** Starts the translations in a language and loads the named texts before the first paint. */
export async function startTranslations(first: Language, names: readonly string[]): Promise<void> {
  while (!(await loadAll(first, names).catch(waitForRetry)));
  show(first);
  markStarted();
}

/**
 * Changes the language of the page without a reload. The old language remains until the new texts are loaded; rejects
 * when they fail to load.
 */
export async function changeLanguage(next: Language): Promise<void> {
  await loadAll(next, loadedNamespaces(language.peek()));
  show(next);
}

function show(next: Language): void {
  language.value = next;
  if (typeof document !== "undefined") document.documentElement.lang = LANGUAGE_TAGS[next];
}
