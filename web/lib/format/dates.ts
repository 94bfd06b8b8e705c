import { computed, signal } from "@preact/signals-react";
import dayjs, { type Dayjs } from "dayjs";
import utc from "dayjs/plugin/utc";
import { dateForms } from "#platform/i18n/date-forms.ts";
import { isTimeZone, zoneOffset } from "#platform/zone-offset.ts";
import { language } from "#web/i18n/language.ts";

dayjs.extend(utc);

/** Time zone of the company (setting `timeZone`); every time on screen is shown in it. */
export const companyZone = signal("America/Sao_Paulo");

type When = string | number | Date;

const forms = () => dateForms(language.value);

/** The server may know time zones that the browser does not; times are then shown in the browser's time zone. */
const knownZone = computed(() =>
  isTimeZone(companyZone.value) ? companyZone.value : Intl.DateTimeFormat().resolvedOptions().timeZone,
);

/** A time in the company's time zone. */
export function inCompanyZone(when: When): Dayjs {
  const moment = dayjs(when);
  return moment.utcOffset(Math.round(zoneOffset(knownZone.value, moment.valueOf()) / 60_000));
}

/** `14:05`. */
export function formatTime(when: When): string {
  return inCompanyZone(when).format("HH:mm");
}

/** `20/11/2026`; `20 Nov 2026` in English. */
export function formatDate(when: When): string {
  return inCompanyZone(when).format(forms().date);
}

/** `20/11/2026 14:05`; `20 Nov 2026 14:05` in English. */
export function formatDateTime(when: When): string {
  return inCompanyZone(when).format(`${forms().date} HH:mm`);
}

/** `11/2026`; `Nov 2026` in English. */
export function formatMonth(when: When): string {
  return inCompanyZone(when).format(forms().month);
}

/** A date without time of day (`2026-12-20`), independent of time zones. */
export function formatPureDate(date: string): string {
  return dayjs.utc(date.slice(0, 10)).format(forms().date);
}

/** The day and month of a date without time of day, for short labels. */
export function formatPureDay(date: string): string {
  return dayjs.utc(date.slice(0, 10)).format(forms().day);
}

/** The day of a time, `2026-11-20`: messages with equal keys share a day separator. */
export function dayKey(when: When): string {
  return inCompanyZone(when).format("YYYY-MM-DD");
}

/** A time as a `datetime-local` value in the company's time zone. */
export function localTime(when: When): string {
  return inCompanyZone(when).format("YYYY-MM-DDTHH:mm");
}

/** The time for today, the date for any other day. */
export function timeOrDate(when: When, now: When = Date.now()): string {
  return dayKey(when) === dayKey(now) ? formatTime(when) : formatDate(when);
}

/** `14:05` for today, `20/11 14:05` for other days; `20 Nov 14:05` in English. */
export function shortMoment(when: When, now: When = Date.now()): string {
  return inCompanyZone(when).format(dayKey(when) === dayKey(now) ? "HH:mm" : `${forms().day} HH:mm`);
}

/** A coming moment with its weekday: `sex., 05/06 09:00`; only the time for today. */
export function weekdayMoment(when: When, now: When = Date.now()): string {
  if (dayKey(when) === dayKey(now)) return formatTime(when);
  const moment = inCompanyZone(when);
  const day = new Intl.DateTimeFormat(language.value, { weekday: "short", timeZone: "UTC" });
  return `${day.format(Date.parse(`${moment.format("YYYY-MM-DD")}T00:00Z`))}, ${moment.format(`${forms().day} HH:mm`)}`;
}

/** Days from today, on the company's calendar, to a date without time; negative for a past date. */
export function daysUntil(date: string, now: When = Date.now()): number {
  return dayjs.utc(date.slice(0, 10)).diff(dayjs.utc(dayKey(now)), "day");
}

/** Seconds as `0:21` or `1:02:03`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
