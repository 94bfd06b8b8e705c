import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of variables: their names and problems. */
export const variableTexts = defineLocales<typeof pt>("variables", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
