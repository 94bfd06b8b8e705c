import { defineLocales } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the announcements: the page of the provider and what everybody reads. */
export const announcementTexts = defineLocales<typeof pt>("announcements", {
  pt: async () => (await import("./pt.ts")).pt,
  en: async () => (await import("./en.ts")).en,
  es: async () => (await import("./es.ts")).es,
});
