import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the picker and of the bar of a snoozed ticket. */
export const snoozeTexts = defineLocales<typeof pt>("snooze", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
