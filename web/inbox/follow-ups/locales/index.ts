import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of follow-ups: the picker and the bar of a ticket, the tab with its form. */
export const followUpTexts = defineLocales<typeof pt>("followUps", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
