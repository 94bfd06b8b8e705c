import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

export type RecorderTexts = typeof pt;

/** Texts of the voice recorder. */
export const recorderTexts = defineLocales<RecorderTexts>("recorder", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
