import { defineLocales } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

/** What the server tells admins; fetched with the first notice, for the first page has room for what it shows alone. */
export const noticeTexts = defineLocales<typeof pt>("adminNotices", {
  pt: () => import("./pt.json"),
  en: () => import("./en.json"),
  es: () => import("./es.json"),
});
