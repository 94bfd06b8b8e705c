import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Names of places and the words by which a search finds them, loaded with the first search. */
export const placeTexts = defineLocales<typeof pt>("places", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
