import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the banner after a restore, loaded with it. */
export const restoreTexts = defineLocales<typeof pt>("restore-banner", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
