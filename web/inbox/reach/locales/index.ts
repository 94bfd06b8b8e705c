import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts about restricted numbers; loaded only while a number is restricted, and on the connections page. */
export const reachTexts = defineLocales<typeof pt>("reach", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
