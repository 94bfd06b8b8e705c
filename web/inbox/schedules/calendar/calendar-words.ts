import { pageLanguage } from "#web/i18n/language.ts";
import { LANGUAGE_TAGS } from "#web/i18n/languages.ts";

export interface CalendarWords {
  /** 0 = Sunday. */
  readonly firstWeekday: number;
  /** `novembro de 2026`. */
  month(day: string): string;
  /** `15 – 21 de nov. de 2026`. */
  week(days: readonly string[]): string;
  /** `sáb.` */
  weekday(day: string): string;
  /** `sábado, 21 de novembro`. */
  date(day: string): string;
}

const at = (day: string | undefined): number => Date.parse(`${day}T00:00:00Z`);

/** Day names in the language of the page. */
export function calendarWords(language = pageLanguage()): CalendarWords {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { timeZone: "UTC", ...options });
  return {
    firstWeekday: language === "es" ? 1 : 0,
    month: (day) => format({ month: "long", year: "numeric" }).format(at(day)),
    week: (days) =>
      format({ day: "numeric", month: "short", year: "numeric" }).formatRange(at(days[0]), at(days.at(-1))),
    weekday: (day) => format({ weekday: "short" }).format(at(day)),
    date: (day) => format({ weekday: "long", day: "numeric", month: "long" }).format(at(day)),
  };
}
