import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the installed app: versions, notifications of the device, content that other apps share. */
export const pwaTexts = defineLocales<typeof pt>("installed", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
