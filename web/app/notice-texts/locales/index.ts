import { defineLocales } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** What the server tells admins; fetched with the first notice, for the first page has room for what it shows alone. */
export const noticeTexts = defineLocales<typeof pt>("adminNotices", {
  pt: async () => (await import("./pt.ts")).pt,
  en: async () => (await import("./en.ts")).en,
  es: async () => (await import("./es.ts")).es,
});
