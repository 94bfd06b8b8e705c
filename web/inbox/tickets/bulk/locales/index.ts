import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the bar of bulk actions and of its report. */
export const bulkTexts = defineLocales<typeof pt>("bulk", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
