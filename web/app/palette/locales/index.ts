import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts inside the palette: they come with it, not with the first page. */
export const paletteTexts = defineLocales<typeof pt>("palette", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
