import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the resolutions. */
export const resolutionTexts = defineLocales<typeof pt>("resolutions", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
