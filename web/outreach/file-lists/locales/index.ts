import { defineLocales } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the file lists. */
export const fileTexts = defineLocales<typeof pt>("file-lists", {
  pt: async () => (await import("./pt.ts")).pt,
  en: async () => (await import("./en.ts")).en,
  es: async () => (await import("./es.ts")).es,
});
