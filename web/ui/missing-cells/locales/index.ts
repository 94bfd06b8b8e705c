import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the notice about cells that did not answer, loaded with it. */
export const missingCellsTexts = defineLocales<typeof pt>("missing-cells", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
