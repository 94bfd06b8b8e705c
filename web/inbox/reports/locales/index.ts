import type server from "#inbox/reports/locales/pt.json";
import { defineLocales, joinTexts } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

export type ReportTexts = typeof pt & typeof server;

/** Texts of the reports; the names of columns are those of the files. */
export const reportsTexts = defineLocales<ReportTexts>("reports", {
  pt: () => joinTexts(import("./pt.json"), import("#inbox/reports/locales/pt.json")),
  en: () => joinTexts(import("./en.json"), import("#inbox/reports/locales/en.json")),
  es: () => joinTexts(import("./es.json"), import("#inbox/reports/locales/es.json")),
});
