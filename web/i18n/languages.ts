/** Languages of the product; the first is the source and the fallback (docs/rules/screens.md#languages). */
export const LANGUAGES = ["pt", "en", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language by its own name, the same on every screen. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  pt: "Português",
  en: "English",
  es: "Español",
};

/** BCP 47 tags for `<html lang>`, dates and numbers. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { pt: "pt-BR", en: "en-US", es: "es-ES" };

/** The first preferred tag with a translation; Portuguese when there is none. */
export function pickLanguage(preferred: readonly (string | null | undefined)[]): Language {
  for (const tag of preferred) {
    const short = tag?.toLowerCase().split("-")[0];
    const found = LANGUAGES.find((language) => language === short);
    if (found) return found;
  }
  return "pt";
}
