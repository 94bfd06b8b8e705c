import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the campaigns: list, dialog, and texts shared by the other pages. */
export const campaignTexts = defineLocales<typeof pt>("campaigns", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
