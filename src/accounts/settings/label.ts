import type { PageLanguage } from "#platform/http/contract.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";

const LABELS: Readonly<Record<PageLanguage, Readonly<Record<string, string>>>> = {
  pt: pt.label,
  en: en.label,
  es: es.label,
};

/** The label of a setting on the settings page; undefined for a setting that is not on any page. */
export const labelOf = (key: string, language: PageLanguage): string | undefined => LABELS[language][key];
