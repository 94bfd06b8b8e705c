import { signal } from "@preact/signals-react";
import type { Texts } from "./dictionary.ts";
import type { Language } from "./languages.ts";

/** Language on screen now. */
export const language = signal<Language>("pt");

const start = Promise.withResolvers<void>();
/** Resolved once the page has a language; texts cannot be loaded before. */
export const started: Promise<void> = start.promise;
/** To be called by `startTranslations` alone. */
export const markStarted = start.resolve;

type Values = Readonly<Record<string, string | number>>;

/** What is here: language → name of the feature → its texts. */
const shelves: Readonly<Record<Language, Map<string, Texts>>> = {
  pt: new Map(),
  en: new Map(),
  es: new Map(),
};
const plurals = new Map<Language, Intl.PluralRules>();

/** The texts of a feature that are here in a language. */
export const textsOf = (spoken: Language, name: string): Texts | undefined => shelves[spoken].get(name);

/** Names of the features whose texts are here in a language. */
export const namesIn = (spoken: Language): readonly string[] => [...shelves[spoken].keys()];

/** Puts the texts of a feature on the shelf. */
export function keepTexts(spoken: Language, name: string, texts: Texts): void {
  shelves[spoken].set(name, texts);
}

/** The text under `place.thing`, as it is written; undefined when there is none. */
export function findText(texts: Texts | undefined, key: string): string | undefined {
  let found: string | Texts | undefined = texts;
  for (const step of key.split(".")) {
    if (typeof found !== "object" || !Object.hasOwn(found, step)) return undefined;
    found = found[step];
  }
  return typeof found === "string" ? found : undefined;
}

function pluralOf(spoken: Language, count: number): Intl.LDMLPluralRule {
  const known = plurals.get(spoken) ?? new Intl.PluralRules(spoken);
  plurals.set(spoken, known);
  return known.select(count);
}

/** Says a text: `count` chooses among `thing_one` and `thing_other`, values go into `{{name}}`, the count as the language writes numbers; a missing text is its key. */
export function sayText(spoken: Language, name: string, key: string, values: Values = {}): string {
  const texts = textsOf(spoken, name);
  const { count } = values;
  const counted =
    typeof count === "number"
      ? (findText(texts, `${key}_${pluralOf(spoken, count)}`) ?? findText(texts, `${key}_other`))
      : undefined;
  const text = counted ?? findText(texts, key) ?? key;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, value: string) =>
    value === "count" && typeof count === "number"
      ? count.toLocaleString(spoken)
      : String(values[value] ?? ""),
  );
}
