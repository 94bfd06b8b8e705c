import { defineLocales } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Words that every page shares: actions, states, fields, errors of the server. Loaded before the first paint. */
export const common = defineLocales<typeof pt>("common", {
  pt: async () => (await import("./pt.ts")).pt,
  en: async () => (await import("./en.ts")).en,
  es: async () => (await import("./es.ts")).es,
});
