import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of actions on tickets: what they do, and their editor. */
export const actionTexts = defineLocales<typeof pt>("ticketActions", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
