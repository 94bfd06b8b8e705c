import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** The preview of a link above the composer. */
export const linkPreviewTexts = defineLocales<typeof pt>("link-preview", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
