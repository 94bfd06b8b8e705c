import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts about contacts who opted out of campaigns. */
export const optOutTexts = defineLocales<typeof pt>("optOut", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
