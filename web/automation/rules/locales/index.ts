import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the automation rules. */
export const ruleTexts = defineLocales<typeof pt>("rules", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
