import { hasLoader, provideTexts, type Texts } from "./dictionary.ts";
import { errorTexts } from "./errors/locales/index.ts";
import type { Language } from "./languages.ts";
import { startTranslations } from "./start.ts";

/** The module with the texts of the first page, for which there is no loader. */
const firstTexts = (lng: Language) => new URL(`../app/first-texts/${lng}.ts`, import.meta.url).pathname;

/** Prepares the page for a component test file: resets it and loads the texts in Portuguese. */
export async function startPortuguese(...locales: readonly { readonly name: string }[]): Promise<void> {
  if ("document" in globalThis) (await import("#web/lib/testing/fresh-page.ts")).freshPage();
  const names = ["common", errorTexts.name, ...locales.map(({ name }) => name)];
  const load = (lng: Language) => async (): Promise<Record<string, Texts>> =>
    (await import(firstTexts(lng))).texts;
  const missing = names.filter((name) => !hasLoader(name));
  provideTexts(missing, { pt: load("pt"), en: load("en"), es: load("es") });
  await startTranslations("pt", names);
}
