import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** The note of a message that was found later. */
export const foundLaterTexts = defineLocales<typeof pt>("found-later", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
