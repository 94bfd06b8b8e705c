import { use, useSyncExternalStore } from "react";
import { fetchTexts, type Locales, type Texts, type Translate } from "./dictionary.ts";
import { language, sayText, textsOf } from "./i18n.ts";
import type { Language } from "./languages.ts";

/** One function for each feature and language, so that it does not change from one drawing to the next. */
const speakers = new Map<string, Translate<Texts>>();

function speaker(spoken: Language, name: string): Translate<Texts> {
  const place = `${spoken}/${name}`;
  const known = speakers.get(place) ?? ((key, values) => sayText(spoken, name, key, values));
  speakers.set(place, known);
  return known;
}

const watch = (look: () => void) => language.subscribe(look);
const spokenNow = () => language.peek();

/** Texts of a feature inside a component; waits (Suspense) until they are loaded and follows the language. */
export function useText<Source extends Texts>({ name }: Locales<Source>): Translate<Source> {
  const spoken = useSyncExternalStore(watch, spokenNow);
  if (!textsOf(spoken, name)) use(fetchTexts(spoken, name));
  return speaker(spoken, name) as unknown as Translate<Source>;
}
