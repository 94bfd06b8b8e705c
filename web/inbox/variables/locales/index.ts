import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Names of the variables of texts. */
export const variableTexts = defineLocales<typeof pt>("variables", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
