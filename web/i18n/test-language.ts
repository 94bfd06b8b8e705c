import { loadTexts, provideTexts, type Texts } from "./dictionary.ts";
import type { Language } from "./languages.ts";
import { startTranslations } from "./start.ts";

/** Folders whose texts come with the first page and have no loader of their own. */
const FOLDERS: Readonly<Record<string, string>> = { common: "i18n", shell: "app" };

async function load(name: string, language: Language): Promise<Texts> {
  const web = new URL("../", import.meta.url).pathname;
  const file = `${FOLDERS[name] ?? name}/locales/${language}.ts`;
  const [inArea] = new Bun.Glob(`*/${file}`).scanSync(web);
  const module = await import(`${web}${inArea ?? file}`);
  return module[language];
}

/** Starts the page's texts in Portuguese for a component test. */
export async function speakPortuguese(...locales: readonly { readonly name: string }[]): Promise<void> {
  const names = ["common", ...locales.map(({ name }) => name)];
  for (const name of names) {
    const from = (language: Language) => async () => ({ [name]: await load(name, language) });
    const known = await loadTexts("pt", name).catch(() => null);
    if (!known) provideTexts([name], { pt: from("pt"), en: from("en"), es: from("es") });
  }
  await startTranslations("pt", names);
}
