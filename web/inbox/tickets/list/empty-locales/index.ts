import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of empty lists of tickets. */
export const emptyListTexts = defineLocales<typeof pt>("ticketListEmpty", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
