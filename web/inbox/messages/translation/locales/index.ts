import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** The translation below a customer's message. */
export const translationTexts = defineLocales<typeof pt>("translation", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
