import {
  addTexts,
  type Dictionary,
  hasTexts,
  type TextKey,
  type Texts,
  type TextValues,
  translate,
} from "#platform/i18n/translator.ts";
import { untilReachable } from "#web/lib/page/server-away.ts";
import { language, started } from "./language.ts";
import type { Language } from "./languages.ts";

export type { TextKey, Texts, TextValues, Translate } from "#platform/i18n/translator.ts";

/** A feature's texts by their i18next namespace; the Portuguese JSON gives the keys. */
export interface Locales<Source> {
  readonly name: string;
  /** Type only; undefined at run time. */
  readonly source?: Source;
}
/** A JSON file as a lazily loaded module. */
interface TextModule<Source> {
  readonly default: Dictionary<Source>;
}
type Load<Source> = Readonly<Record<Language, () => Promise<TextModule<Source>>>>;

const loaders = new Map<string, (language: Language) => Promise<Texts>>();

/**
 * Names a feature's texts, in `<feature>/locales/index.ts`, with the JSON file of each language. Texts of the first
 * page have no loader here; `provideTexts` registers it.
 */
export function defineLocales<Source>(name: string, load?: Load<Source>): Locales<Source> {
  if (load) loaders.set(name, async (lng) => (await load[lng]()).default as unknown as Texts);
  return { name };
}

/** Joins texts of the page with texts that the server uses, too (`src/<area>/<feature>/locales`). */
export async function joinTexts<Page, Server>(
  page: Promise<{ readonly default: Page }>,
  server: Promise<{ readonly default: Server }>,
): Promise<{ readonly default: Page & Server }> {
  return { default: { ...(await page).default, ...(await server).default } };
}

/** Loads the texts of several features with one request instead of one for each. */
export function provideTexts<Name extends string>(
  names: readonly Name[],
  load: Readonly<Record<Language, () => Promise<Readonly<Record<Name, Texts>>>>>,
): void {
  for (const name of names) loaders.set(name, async (lng) => (await load[lng]())[name]);
}

const loads = new Map<string, Promise<void>>();

/**
 * Loads the texts of a feature in a language. Concurrent and later calls share one promise; a failed load is
 * tried again by the next call.
 */
export function loadTexts(lng: Language, name: string): Promise<void> {
  const id = `${lng}/${name}`;
  const known = loads.get(id);
  if (known) return known;
  const loaded = importTexts(lng, name).then((texts) => addTexts(lng, name, texts));
  loads.set(id, loaded);
  loaded.catch(() => loads.delete(id));
  return loaded;
}

const waits = new Map<string, Promise<void>>();
/** Delay between two attempts to load texts without which something cannot be rendered, ms. */
const RETRY_MS = 2_000;
/** After so many attempts a component fails, so that its error boundary offers to reload the page. */
const MOST_ATTEMPTS = 15;

/** Resolves once the texts of a component are loaded, also when some requests fail. Rejects after half a minute. */
export function untilLoaded(lng: Language, name: string): Promise<void> {
  const id = `${lng}/${name}`;
  const known = waits.get(id);
  if (known) return known;
  const wait = loadPatiently(lng, [name], MOST_ATTEMPTS).catch((error: unknown) => {
    throw error instanceof TypeError ? new UnloadedError(name) : error;
  });
  waits.set(id, wait);
  // The failure stays for a moment: React reads it when it renders the component again.
  wait.then(
    () => waits.delete(id),
    () => setTimeout(() => waits.delete(id), RETRY_MS),
  );
  return wait;
}

/** Texts of a component could not be loaded. */
export class UnloadedError extends Error {
  override readonly name = "UnloadedError";
}

/** Loads texts and repeats failed requests; rejects after `most` attempts. */
export async function loadPatiently(
  lng: Language,
  names: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await Promise.all(names.map((name) => loadTexts(lng, name)));
      return;
    } catch (error) {
      // A module that cannot be fetched is a TypeError in every browser.
      if (!(error instanceof TypeError) || attempt === most) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
}

async function importTexts(lng: Language, name: string): Promise<Texts> {
  const load = loaders.get(name);
  if (!load) throw new Error(`No texts are registered under ${name}`);
  const reachable = untilReachable();
  if (reachable) await reachable;
  return load(lng);
}

/** Namespaces whose texts are loaded in a language. */
export const loadedNamespaces = (lng: Language): readonly string[] =>
  [...loads.keys()]
    .filter((id) => id.startsWith(`${lng}/`))
    .map((id) => id.slice(lng.length + 1))
    .filter((name) => hasTexts(lng, name));

/** Whether texts are registered under a name. */
export const hasLoader = (name: string): boolean => loaders.has(name);

/** Loads a feature's texts in parallel with its page, so that the page does not wait for them. */
export async function preloadTexts(...wanted: readonly { readonly name: string }[]): Promise<void> {
  await started;
  await Promise.all(wanted.map(({ name }) => loadTexts(language.peek(), name)));
}

/** A text outside of React (toasts, notifications); the feature's texts must be loaded already. */
export function text<Source>(locales: Locales<Source>, key: TextKey<Source>, values?: TextValues): string {
  return translate(language.peek(), locales.name, key, values);
}
