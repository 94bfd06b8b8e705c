import { use, useSyncExternalStore } from "react";
import { hasTexts, type TextValues, translate } from "#platform/i18n/translator.ts";
import { type Locales, type Translate, untilLoaded } from "./dictionary.ts";
import { language } from "./language.ts";
import type { Language } from "./languages.ts";

/** One function per feature and language: its identity must not change between renders. */
const translators = new Map<string, (key: string, values?: TextValues) => string>();

function translatorOf(lng: Language, name: string) {
  const id = `${lng}/${name}`;
  const known = translators.get(id) ?? ((key, values) => translate(lng, name, key, values));
  translators.set(id, known);
  return known;
}

/** A promise that React reads without waiting. */
const LOADED = Object.assign(Promise.resolve(), { status: "fulfilled", value: undefined });

const subscribe = (onChange: () => void) => language.subscribe(onChange);
const currentLanguage = () => language.peek();

/** Texts of a feature inside a component; suspends until they are loaded and follows the language of the page. */
export function useText<Source>({ name }: Locales<Source>): Translate<Source> {
  const lng = useSyncExternalStore(subscribe, currentLanguage);
  // `use` runs in every render: when React repeats a suspended render, the hooks after it fail without this call.
  use(hasTexts(lng, name) ? LOADED : untilLoaded(lng, name));
  return translatorOf(lng, name);
}
