import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** Notices of the server to admins, loaded with the first notice to keep the first page small. */
export const noticeTexts = defineLocales<typeof pt>("adminNotices", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
