import { describe, expect, test } from "bun:test";
import { isCompared, isNight, mayClaim, minutesOf, nextNight, pauseBefore } from "./policy.ts";

const DAY = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 10, 24, 15, 0);
const MONTH_AGO = NOW - 30 * DAY;

describe("what a report may claim", () => {
  const chat = { lastMessageAt: NOW - DAY, provenTo: NOW - DAY, unprovenTo: null };

  test("a chat counts as compared when all its messages since the first day are compared", () => {
    expect(isCompared(chat, MONTH_AGO, NOW)).toBe(true);
    expect(isCompared({ ...chat, unprovenTo: MONTH_AGO }, MONTH_AGO, NOW)).toBe(true);
  });

  test("a chat that was compared partly, never, or only before the period does not count as compared", () => {
    expect(isCompared({ ...chat, unprovenTo: NOW - 10 * DAY }, MONTH_AGO, NOW)).toBe(false);
    expect(isCompared({ ...chat, provenTo: null }, MONTH_AGO, NOW)).toBe(false);
    expect(isCompared({ ...chat, provenTo: NOW - 5 * DAY }, MONTH_AGO, NOW)).toBe(false);
  });

  test("the last two days of a chat need not be compared", () => {
    const recent = { ...chat, lastMessageAt: NOW, provenTo: NOW - 1.5 * DAY };
    expect(isCompared(recent, MONTH_AGO, NOW)).toBe(true);
  });

  test("a report may claim completeness when 95 % of the active chats, and at least one, are compared", () => {
    expect(mayClaim(57, 60)).toBe(true);
    expect(mayClaim(56, 60)).toBe(false);
    expect(mayClaim(41, 60)).toBe(false);
    expect(mayClaim(0, 0)).toBe(false);
  });
});

describe("times of comparisons", () => {
  const at = (hour: number, minute = 0) => Date.UTC(2026, 10, 24, hour + 3, minute);

  test("the night is from 02:00 to 05:00 of the company", () => {
    const nights = [1, 2, 4, 5].map((hour) => isNight(at(hour), "America/Sao_Paulo"));
    expect(nights).toEqual([false, true, true, false]);
    expect(nextNight(at(1, 59), "America/Sao_Paulo")).toBe(at(2));
    expect(nextNight(at(2), "America/Sao_Paulo")).toBe(at(2) + DAY);
  });

  test("two requests are 10 s apart, plus or minus 30 %", () => {
    expect([0, 0.5, 1].map((random) => Math.round(pauseBefore(random)))).toEqual([7000, 10_000, 13_000]);
  });
});

test("outages that overlap count once, in whole minutes", () => {
  const times = [
    { fromAt: 60_000, toAt: 180_000 },
    { fromAt: 0, toAt: 120_000 },
    { fromAt: 90_000, toAt: 100_000 },
    { fromAt: 600_000, toAt: 601_000 },
  ];
  expect(minutesOf(times)).toBe(4);
  expect(minutesOf([])).toBe(0);
});
