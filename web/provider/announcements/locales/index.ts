import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the announcements: the page of the provider and the reader's view. */
export const announcementTexts = defineLocales<typeof pt>("announcements", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
