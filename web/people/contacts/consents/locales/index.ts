import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** What a contact was told about their data. */
export const consentTexts = defineLocales<typeof pt>("consents", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
