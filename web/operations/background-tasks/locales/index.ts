import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Long work behind the bell. */
export const workTexts = defineLocales<typeof pt>("works", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
