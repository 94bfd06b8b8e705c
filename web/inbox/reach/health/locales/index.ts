import type server from "#inbox/reach/locales/pt.json";
import { defineLocales, joinTexts } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the dialog with the health of a number. */
export const healthTexts = defineLocales<typeof pt & typeof server>("reachHealth", {
  pt: () => joinTexts(import("./pt.json"), import("#inbox/reach/locales/pt.json")),
  en: () => joinTexts(import("./en.json"), import("#inbox/reach/locales/en.json")),
  es: () => joinTexts(import("./es.json"), import("#inbox/reach/locales/es.json")),
});
