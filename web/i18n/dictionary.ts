import { keepTexts, language, sayText, started } from "./i18n.ts";
import type { Language } from "./languages.ts";

/** Texts of a feature: places, each with its things; a thing may have places of its own. */
export interface Texts {
  readonly [place: string]: string | Texts;
}

/** The shape of another language: every key of the source, nothing else. */
export type Dictionary<Source extends Texts> = {
  readonly [Key in keyof Source]: Source[Key] extends Texts ? Dictionary<Source[Key]> : string;
};

type Plural = "zero" | "one" | "two" | "few" | "many" | "other";
type Singular<Key extends string> = Key extends `${infer Stem}_${Plural}` ? Stem : Key;

/** Every key of a dictionary as `place.thing`; `thing_one` and `thing_other` are asked for as `thing`. */
export type TextKey<Source> = {
  [Key in keyof Source & string]: Source[Key] extends string
    ? Singular<Key>
    : `${Key}.${TextKey<Source[Key]>}`;
}[keyof Source & string];

/** Values put into `{{name}}` of a text; `count` also chooses the plural. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Asks for a text of one feature. */
export type Translate<Source> = (key: TextKey<Source>, values?: TextValues) => string;

/** A feature's texts by name; the source language gives their shape. */
export interface Locales<Source extends Texts> {
  readonly name: string;
  /** Never there; carries the type alone. */
  readonly source?: Source;
}
type Load<Source extends Texts> = Readonly<Record<Language, () => Promise<Dictionary<Source>>>>;

const loaders = new Map<string, (language: Language) => Promise<Texts>>();

/**
 * Names a feature's texts, in `<feature>/locales/index.ts`, and says where each language is loaded from. Texts
 * that come with the first page leave that to `provideTexts`.
 */
export function defineLocales<Source extends Texts>(name: string, load?: Load<Source>): Locales<Source> {
  if (load) loaders.set(name, (language) => load[language]());
  return { name };
}

/** Loads the texts of several features together: one request instead of one for each. */
export function provideTexts<Name extends string>(
  names: readonly Name[],
  load: Readonly<Record<Language, () => Promise<Readonly<Record<Name, Texts>>>>>,
): void {
  for (const name of names) loaders.set(name, async (language) => (await load[language]())[name]);
}

const fetches = new Map<string, Promise<void>>();

/**
 * Brings the texts of a feature in a language; at once when they are here. Asked again meanwhile it is the same promise; what
 * failed is fetched anew.
 */
export function fetchTexts(spoken: Language, name: string): Promise<void> {
  const place = `${spoken}/${name}`;
  const known = fetches.get(place);
  if (known) return known;
  const fetched = loadTexts(spoken, name).then((texts) => keepTexts(spoken, name, texts));
  fetches.set(place, fetched);
  fetched.catch(() => fetches.delete(place));
  return fetched;
}

/** Fetches what `fetchTexts` brings, by the loader of the feature. */
export async function loadTexts(spoken: Language, name: string): Promise<Texts> {
  const load = loaders.get(name);
  if (!load) throw new Error(`No texts are registered under ${name}`);
  return load(spoken);
}

/** Fetches a feature's texts ahead, beside its page, so that the page never waits for them. */
export async function preloadTexts(...wanted: readonly { readonly name: string }[]): Promise<void> {
  await started;
  await Promise.all(wanted.map(({ name }) => fetchTexts(language.peek(), name)));
}

/** A text outside of React (toasts, notifications); the feature's texts must be loaded already. */
export function text<Source extends Texts>(
  locales: Locales<Source>,
  key: TextKey<Source>,
  values?: TextValues,
): string {
  return sayText(language.peek(), locales.name, key, values);
}
