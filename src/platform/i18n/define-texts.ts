import {
  addTexts,
  type Dictionary,
  type TextLanguage,
  type Texts,
  type Translate,
  translate,
} from "./translator.ts";

/** A language of a page or of the setting `language`. */
type AnyLanguage = TextLanguage | "pt-BR";

/** The texts of a feature of the server by i18next, from the JSON files of its `locales`; `name` is their namespace. */
export function defineTexts<Source extends Texts>(
  name: string,
  texts: { readonly pt: Source; readonly en: Dictionary<Source>; readonly es: Dictionary<Source> },
): (language: AnyLanguage) => Translate<Source> {
  addTexts("pt", name, texts.pt);
  addTexts("en", name, texts.en as unknown as Texts);
  addTexts("es", name, texts.es as unknown as Texts);
  return (language) => (key, values) => translate(language === "pt-BR" ? "pt" : language, name, key, values);
}
