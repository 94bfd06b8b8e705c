import { defineLocales } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the campaigns: their list, their dialog, and words their other pages share. */
export const campaignTexts = defineLocales<typeof pt>("campaigns", {
  pt: async () => (await import("./pt.ts")).pt,
  en: async () => (await import("./en.ts")).en,
  es: async () => (await import("./es.ts")).es,
});
