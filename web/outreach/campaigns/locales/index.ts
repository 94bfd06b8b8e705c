import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the campaigns: their list, their dialog, and words their other pages share. */
export const campaignTexts = defineLocales<typeof pt>("campaigns", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
