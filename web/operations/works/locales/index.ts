import { defineLocales } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Long work behind the bell. */
export const workTexts = defineLocales<typeof pt>("works", {
  pt: async () => (await import("./pt.ts")).pt,
  en: async () => (await import("./en.ts")).en,
  es: async () => (await import("./es.ts")).es,
});
