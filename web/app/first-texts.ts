import { provideTexts } from "#web/i18n/dictionary.ts";

/** Namespaces whose texts are loaded in one file with the first page, for most users the ticket page. */
export const FIRST_TEXTS = ["common", "shell", "tickets", "messages", "contacts"] as const;

/** Registers the loader of these namespaces; called once, before the translations start. */
export function provideFirstTexts(): void {
  provideTexts(FIRST_TEXTS, {
    pt: async () => (await import("#web/app/first-texts/pt.ts")).texts,
    en: async () => (await import("#web/app/first-texts/en.ts")).texts,
    es: async () => (await import("#web/app/first-texts/es.ts")).texts,
  });
}
