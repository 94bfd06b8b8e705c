import type { TextLanguage } from "./translator.ts";

/** Formats of dates for dayjs. */
interface DateForms {
  readonly date: string;
  /** A day of the current year. */
  readonly day: string;
  readonly month: string;
}

const DAY_FIRST: DateForms = { date: "DD/MM/YYYY", day: "DD/MM", month: "MM/YYYY" };

/** English names the month, because readers in the United States take 03/04 for 4 March. */
const DATE_FORMS: Readonly<Record<TextLanguage, DateForms>> = {
  pt: DAY_FIRST,
  es: DAY_FIRST,
  en: { date: "D MMM YYYY", day: "D MMM", month: "MMM YYYY" },
};

/** How a language writes dates: `20/11/2026`, in English `20 Nov 2026` (docs/rules/general.md#dates). */
export const dateForms = (language: TextLanguage | "pt-BR"): DateForms =>
  DATE_FORMS[language === "pt-BR" ? "pt" : language];
