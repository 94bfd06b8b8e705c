import type server from "#accounts/audit/locales/pt.json";
import { defineLocales, joinTexts } from "#web/i18n/dictionary.ts";
import type pt from "./pt.json";

export type AuditTexts = typeof pt & typeof server;

/** Texts of the audit trail. */
export const auditTexts = defineLocales<AuditTexts>("audit", {
  pt: () => joinTexts(import("./pt.json"), import("#accounts/audit/locales/pt.json")),
  en: () => joinTexts(import("./en.json"), import("#accounts/audit/locales/en.json")),
  es: () => joinTexts(import("./es.json"), import("#accounts/audit/locales/es.json")),
});
