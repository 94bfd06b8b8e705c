import { expect, test } from "bun:test";
import { waitingAge } from "./waiting-chip.tsx";

const now = Date.parse("2026-11-20T15:00:00.000Z");
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

test("a wait is shown after five minutes in amber and after an hour in red", () => {
  expect(waitingAge(null, now)).toBeNull();
  expect(waitingAge(ago(4), now)).toBeNull();
  expect(waitingAge(ago(34), now)).toEqual({ unit: "minutes", count: 34, level: "amber" });
  expect(waitingAge(ago(60), now)).toEqual({ unit: "hours", count: 1, level: "red" });
  expect(waitingAge(ago(60 * 49), now)).toEqual({ unit: "days", count: 2, level: "red" });
  expect(waitingAge("not a date", now)).toBeNull();
});
