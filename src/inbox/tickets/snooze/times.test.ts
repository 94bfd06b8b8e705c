import { describe, expect, test } from "bun:test";
import { parseInstant, wallClock } from "#platform/dates.ts";
import { timesOffered } from "./times.ts";

const ZONE = "America/Sao_Paulo";
type Hours = Exclude<Parameters<typeof timesOffered>[0], null>;
const span = (weekdayEn: Hours["spans"][number]["weekdayEn"], startTime: string, endTime: string) => ({
  weekday: "",
  weekdayEn,
  startTime,
  endTime,
});
const OFFICE: Hours = {
  timeZone: ZONE,
  holidays: [],
  spans: [
    ...(["monday", "tuesday", "wednesday", "thursday", "friday"] as const).flatMap((day) => [
      span(day, "09:00", "12:00"),
      span(day, "13:00", "18:00"),
    ]),
  ],
};
const times = (now: string, hours: Hours | null = OFFICE) =>
  timesOffered(hours, ZONE, parseInstant(now, ZONE) ?? 0).map(
    ({ id, at }) => `${id} ${wallClock(Date.parse(at), ZONE).format("YYYY-MM-DD HH:mm")}`,
  );

// 2026-06-03 is a Wednesday.
describe("times offered for a snooze", () => {
  test("every offered time is in opening hours", () => {
    expect(times("2026-06-03 09:30:20")).toEqual([
      "hour 2026-06-03 10:31",
      "afternoon 2026-06-03 14:00",
      "tomorrow 2026-06-04 09:00",
      "week 2026-06-08 09:00",
      "month 2026-07-01 09:00",
    ]);
  });

  test("the offered times omit 'in an hour' when that is closed, and 'this afternoon' when it has passed", () => {
    expect(times("2026-06-03 11:30")).not.toContain("hour 2026-06-03 12:30");
    expect(times("2026-06-03 17:30")).toEqual([
      "tomorrow 2026-06-04 09:00",
      "week 2026-06-08 09:00",
      "month 2026-07-01 09:00",
    ]);
  });

  test("on Friday evening the next offered time is Monday, or Tuesday when Monday is closed", () => {
    expect(times("2026-06-05 20:00")[0]).toBe("week 2026-06-08 09:00");
    const holidays = [{ date: "2026-06-08", spans: [] }];
    expect(times("2026-06-05 20:00", { ...OFFICE, holidays })[0]).toBe("week 2026-06-09 09:00");
  });

  test("tomorrow and Monday are offered once when they are the same day", () => {
    expect(times("2026-06-07 10:00")).toEqual(["tomorrow 2026-06-08 09:00", "month 2026-07-01 09:00"]);
  });

  test("a company without opening hours is offered the usual times of a day", () => {
    expect(times("2026-06-03 22:00", null)).toEqual([
      "hour 2026-06-03 23:00",
      "tomorrow 2026-06-04 08:00",
      "week 2026-06-08 08:00",
      "month 2026-07-01 08:00",
    ]);
  });

  test("no times are offered when the opening hours never open", () => {
    expect(times("2026-06-03 10:00", { ...OFFICE, spans: [span("monday", "00:00", "00:00")] })).toEqual([]);
  });
});
