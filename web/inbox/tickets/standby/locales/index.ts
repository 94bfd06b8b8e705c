import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Texts of the bar that shows that Meta's own agent answers. */
export const standbyTexts = defineLocales<typeof pt>("standby", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
