import { signal } from "@preact/signals-react";
import dayjs, { type Dayjs } from "dayjs";
import utc from "dayjs/plugin/utc";
import { zoneOffset } from "./zone-offset.ts";

dayjs.extend(utc);

/** Time zone of the company (setting `timeZone`); every time on screen is told in it. */
export const companyZone = signal("America/Sao_Paulo");

type When = string | number | Date;

/** The moment on the company's clock. */
export function inCompanyZone(when: When): Dayjs {
  const moment = dayjs(when);
  return moment.utcOffset(zoneOffset(companyZone.value, moment.valueOf()));
}

/** `14:05`. */
export function formatTime(when: When): string {
  return inCompanyZone(when).format("HH:mm");
}

/** `20/11/2026`, in every language (specification 000 section 9). */
export function formatDate(when: When): string {
  return inCompanyZone(when).format("DD/MM/YYYY");
}

export function formatDateTime(when: When): string {
  return inCompanyZone(when).format("DD/MM/YYYY HH:mm");
}

/** A date without time of day (`2026-12-20`): no zone touches it. */
export function formatPureDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split("-");
  return `${day}/${month}/${year}`;
}

/** The day a moment falls on, `2026-11-20`: equal keys share a day separator. */
export function dayKey(when: When): string {
  return inCompanyZone(when).format("YYYY-MM-DD");
}

/** HH:mm today, DD/MM/YYYY on any other day (ticket list, specification 000 section 2). */
export function timeOrDate(when: When, now: When = Date.now()): string {
  return dayKey(when) === dayKey(now) ? formatTime(when) : formatDate(when);
}

/** HH:mm today, DD/MM HH:mm on other days. */
export function shortMoment(when: When, now: When = Date.now()): string {
  return inCompanyZone(when).format(dayKey(when) === dayKey(now) ? "HH:mm" : "DD/MM HH:mm");
}

/** Whole minutes from one moment to another, never below 0. */
export function minutesBetween(from: When, to: When): number {
  return Math.max(0, Math.floor(dayjs(to).diff(dayjs(from), "minute", true)));
}

/** Days from today, on the company's calendar, to a date without time; negative when it is past. */
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
