import { afterEach, expect, test } from "bun:test";
import { language } from "#web/i18n/language.ts";
import { LANGUAGES } from "#web/i18n/languages.ts";
import {
  companyZone,
  dayKey,
  daysUntil,
  formatDate,
  formatDateTime,
  formatDuration,
  formatMonth,
  formatPureDate,
  formatPureDay,
  formatTime,
  shortMoment,
  timeOrDate,
} from "./dates.ts";

afterEach(() => {
  language.value = "pt";
  companyZone.value = "America/Sao_Paulo";
});

test("times are shown in the company's time zone, not the browser's", () => {
  expect(formatTime("2026-11-20T17:05:00.000Z")).toBe("14:05");
  companyZone.value = "America/Manaus";
  expect(formatTime("2026-11-20T17:05:00.000Z")).toBe("13:05");
});

test("dates are DD/MM/YYYY in Portuguese, and a message near midnight belongs to the company's day", () => {
  expect(formatDate("2026-11-21T02:30:00.000Z")).toBe("20/11/2026");
  expect(dayKey("2026-11-21T02:30:00.000Z")).toBe("2026-11-20");
  expect(dayKey("2026-11-21T03:00:00.000Z")).toBe("2026-11-21");
});

test("a date in a list is shown as the time for today and as the date for any other day", () => {
  const now = "2026-11-20T20:00:00.000Z";
  expect(timeOrDate("2026-11-20T12:00:00.000Z", now)).toBe("09:00");
  expect(timeOrDate("2026-11-20T02:59:00.000Z", now)).toBe("19/11/2026");
  expect(shortMoment("2026-11-20T12:00:00.000Z", now)).toBe("09:00");
  expect(shortMoment("2026-11-20T02:59:00.000Z", now)).toBe("19/11 23:59");
});

test("dates are shown in the order of each language, and English names the month", () => {
  const now = "2026-04-20T20:00:00.000Z";
  const moment = "2026-04-03T17:05:00.000Z";
  const shown = LANGUAGES.map((shownIn) => {
    language.value = shownIn;
    return [
      formatDate(moment),
      formatDateTime(moment),
      formatMonth(moment),
      formatPureDate("2026-04-03"),
      formatPureDay("2026-04-03"),
      timeOrDate(moment, now),
      shortMoment(moment, now),
    ];
  });
  const dayFirst = [
    "03/04/2026",
    "03/04/2026 14:05",
    "04/2026",
    "03/04/2026",
    "03/04",
    "03/04/2026",
    "03/04 14:05",
  ];
  const named = [
    "3 Apr 2026",
    "3 Apr 2026 14:05",
    "Apr 2026",
    "3 Apr 2026",
    "3 Apr",
    "3 Apr 2026",
    "3 Apr 14:05",
  ];
  expect(shown).toEqual([dayFirst, named, dayFirst]);
});

test("a date without time of day is the same in every time zone", () => {
  companyZone.value = "Pacific/Honolulu";
  expect(formatPureDate("2026-12-20")).toBe("20/12/2026");
});

test("days until a date are counted on the company's calendar", () => {
  expect(daysUntil("2026-11-22", "2026-11-21T02:00:00.000Z")).toBe(2);
  expect(daysUntil("2026-11-19", "2026-11-20T12:00:00.000Z")).toBe(-1);
});

test("the duration of a voice note is shown as minutes and seconds", () => {
  expect([formatDuration(21), formatDuration(65.4), formatDuration(3723)]).toEqual([
    "0:21",
    "1:05",
    "1:02:03",
  ]);
});
