import { provideTexts } from "#web/i18n/dictionary.ts";

/** Features whose texts come in one file with the first page, which is the ticket page for nearly everybody. */
export const FIRST_TEXTS = ["common", "shell", "tickets", "messages", "contacts"] as const;

/** Makes them known; called once, before the translations start. */
export function provideFirstTexts(): void {
  provideTexts(FIRST_TEXTS, {
    pt: async () => (await import("#web/app/first-texts/pt.ts")).texts,
    en: async () => (await import("#web/app/first-texts/en.ts")).texts,
    es: async () => (await import("#web/app/first-texts/es.ts")).texts,
  });
}
