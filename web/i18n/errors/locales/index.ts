import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** A text for each error code of the server. Loaded when the first one is needed. */
export const errorTexts = defineLocales<typeof pt>("errors", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
