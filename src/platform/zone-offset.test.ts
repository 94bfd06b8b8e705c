import { expect, test } from "bun:test";
import { isTimeZone, zoneOffset } from "./zone-offset.ts";

const MINUTE_MS = 60_000;
const at = (instant: string) => Date.parse(instant);

test("the offset of a zone follows its rules, summer time included", () => {
  expect(zoneOffset("America/Sao_Paulo", at("2026-11-20T12:00:00Z"))).toBe(-180 * MINUTE_MS);
  expect(zoneOffset("America/Sao_Paulo", at("2018-12-01T12:00:00Z"))).toBe(-120 * MINUTE_MS);
  expect(zoneOffset("Europe/Lisbon", at("2026-07-01T12:00:00Z"))).toBe(60 * MINUTE_MS);
  expect(zoneOffset("Asia/Kathmandu", at("2026-07-01T12:00:00Z"))).toBe(345 * MINUTE_MS);
  expect(zoneOffset("UTC", at("2026-07-01T23:59:59Z"))).toBe(0);
});

test("the offset changes in the very minute of the clock change", () => {
  const change = at("2018-11-04T03:00:00Z");
  expect(zoneOffset("America/Sao_Paulo", change - 1)).toBe(-180 * MINUTE_MS);
  expect(zoneOffset("America/Sao_Paulo", change)).toBe(-120 * MINUTE_MS);
});

test("the offset is that of Intl in every quarter hour of a year", () => {
  const hour = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/New_York",
    hour: "numeric",
    hourCycle: "h23",
  });
  for (
    let when = at("2026-01-01T00:00:00Z");
    when < at("2027-01-01T00:00:00Z");
    when += 7 * 3_600_000 + 900_000
  ) {
    const clock = new Date(when + zoneOffset("America/New_York", when)).getUTCHours();
    expect(clock).toBe(Number(hour.format(when)));
  }
});

test("a zone that the runtime does not know is no time zone", () => {
  expect(["America/Sao_Paulo", "utc", "", "Mars/Olympus", "São Paulo"].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
