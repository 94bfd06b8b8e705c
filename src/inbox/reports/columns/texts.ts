import { timeZoneOf } from "#accounts/settings/index.ts";
import en from "#inbox/reports/locales/en.json";
import es from "#inbox/reports/locales/es.json";
import pt from "#inbox/reports/locales/pt.json";
import { wallClock } from "#platform/dates.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { dateForms } from "#platform/i18n/date-forms.ts";
import type { Tenant } from "#tenants/tenant.ts";

export type CellValue = string | number | null;
export type FileTexts = typeof pt;
const TEXTS: Readonly<Record<PageLanguage, FileTexts>> = { pt, en, es };

/** Headings and values of files. */
export const textsIn = (language: PageLanguage): FileTexts => TEXTS[language];

/** Writes ISO times on the company's clock, with the date as the language has it. */
export function timeWriter(tenant: Tenant, language: PageLanguage): (at: string | null) => string | null {
  const zone = timeZoneOf(tenant);
  const form = `${dateForms(language).date} HH:mm:ss`;
  return (at) => (at === null ? null : wallClock(Date.parse(at), zone).format(form));
}

/** Hours, minutes and seconds as `1:02:03`, which spreadsheets read as a span of time. */
export function duration(ms: number | null): string | null {
  if (ms === null) return null;
  const seconds = Math.round(ms / 1000);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
