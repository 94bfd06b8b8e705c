import { expect, test } from "bun:test";
import { zoneOffset } from "./zone-offset.ts";

const at = (instant: string) => Date.parse(instant);

test("a zone's clock follows its rules, summer time included", () => {
  expect(zoneOffset("America/Sao_Paulo", at("2026-11-20T12:00:00Z"))).toBe(-180);
  expect(zoneOffset("America/Sao_Paulo", at("2018-12-01T12:00:00Z"))).toBe(-120);
  expect(zoneOffset("Europe/Lisbon", at("2026-07-01T12:00:00Z"))).toBe(60);
  expect(zoneOffset("Asia/Kathmandu", at("2026-07-01T12:00:00Z"))).toBe(345);
  expect(zoneOffset("UTC", at("2026-07-01T23:59:59Z"))).toBe(0);
});

test("the change happens at its very minute", () => {
  const change = at("2018-11-04T03:00:00Z");
  expect(zoneOffset("America/Sao_Paulo", change - 1)).toBe(-180);
  expect(zoneOffset("America/Sao_Paulo", change)).toBe(-120);
});

test("the same answer as the browser's for a year of quarter hours", () => {
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
    const clock = new Date(when + zoneOffset("America/New_York", when) * 60_000).getUTCHours();
    expect(clock).toBe(Number(hour.format(when)));
  }
});
