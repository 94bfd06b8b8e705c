import { startTranslations } from "./start.ts";

/** Starts the page's texts in Portuguese for a component test. */
export async function speakPortuguese(...locales: readonly { readonly name: string }[]): Promise<void> {
  await startTranslations("pt", ["common", ...locales.map(({ name }) => name)]);
}
