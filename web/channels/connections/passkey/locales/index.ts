import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the passkey step and of the page of an owner link. */
export const passkeyTexts = defineLocales<typeof pt>("passkey", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
