import { hasLoader, provideTexts, type Texts } from "./dictionary.ts";
import { errorTexts } from "./errors/locales/index.ts";
import type { Language } from "./languages.ts";
import { startTranslations } from "./start.ts";

/** The module with the texts of the first page, for which there is no loader. */
const firstTexts = (lng: Language) => new URL(`../app/first-texts/${lng}.ts`, import.meta.url).pathname;

/** Starts a component test file: a page on which nobody is signed in, with its texts in Portuguese. */
export async function startPortuguese(...locales: readonly { readonly name: string }[]): Promise<void> {
  if ("document" in globalThis) (await import("#web/lib/testing/fresh-page.ts")).freshPage();
  const names = ["common", errorTexts.name, ...locales.map(({ name }) => name)];
  const load = (lng: Language) => async (): Promise<Record<string, Texts>> =>
    (await import(firstTexts(lng))).texts;
  const missing = names.filter((name) => !hasLoader(name));
  provideTexts(missing, { pt: load("pt"), en: load("en"), es: load("es") });
  await startTranslations("pt", names);
}
