import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of forwarding and of the selection of messages. */
export const forwardTexts = defineLocales<typeof pt>("forward", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
