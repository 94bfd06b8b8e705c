import { describe, expect, test } from "bun:test";
import { DEFAULT_HOURS } from "#accounts/opening-hours/contract.ts";
import {
  addSpan,
  changeSpan,
  closeDay,
  copyDay,
  DAYS,
  onLine,
  openAllDay,
  openDay,
  openSpans,
  readTime,
  removeSpan,
  type Spans,
} from "./hours-model.ts";

/** The spans of a day as text: `08:00-18:00 20:00-22:00`, "" = closed. */
const drawn = (spans: Spans, day: (typeof DAYS)[number]) =>
  openSpans(spans, day)
    .map(({ startTime, endTime }) => `${startTime}-${endTime}`)
    .join(" ");

describe("opening hours of a week", () => {
  test("a closed day is stored as an empty span, because no spans would mean always open", () => {
    const closed = DAYS.reduce((week, day) => closeDay(week, day), DEFAULT_HOURS as Spans);
    expect(closed).toHaveLength(7);
    expect(new Set(closed.map(({ endTime }) => endTime))).toEqual(new Set(["00:00"]));
    expect(closed.map(({ weekdayEn }) => weekdayEn)).toEqual([...DAYS]);
  });

  test("a day of the week can have breaks", () => {
    const two = addSpan(changeSpan(DEFAULT_HOURS, "monday", 0, { endTime: "12:00" }), "monday");
    expect(drawn(two, "monday")).toBe("08:00-12:00 13:00-15:00");
    expect(drawn(removeSpan(two, "monday", 0), "monday")).toBe("13:00-15:00");
    expect(drawn(removeSpan(removeSpan(two, "monday", 0), "monday", 0), "monday")).toBe("");
    expect(drawn(two, "tuesday")).toBe("08:00-18:00");
  });

  test("a new span never ends after 24:00", () => {
    const late = changeSpan(DEFAULT_HOURS, "monday", 0, { endTime: "23:30" });
    expect(drawn(addSpan(late, "monday"), "monday")).toBe("08:00-23:30 22:00-24:00");
    expect(drawn(addSpan(DEFAULT_HOURS, "sunday"), "sunday")).toBe("08:00-10:00");
  });

  test("a day is opened with the usual hours or for the whole day, and its hours can be copied to other days", () => {
    expect(drawn(openDay(DEFAULT_HOURS, "sunday"), "sunday")).toBe("08:00-18:00");
    const all = openAllDay(DEFAULT_HOURS, "saturday");
    expect(drawn(all, "saturday")).toBe("00:00-24:00");
    const copied = copyDay(all, "saturday", DAYS);
    expect(DAYS.map((day) => drawn(copied, day))).toEqual(DAYS.map(() => "00:00-24:00"));
    expect(drawn(copyDay(DEFAULT_HOURS, "sunday", ["monday"]), "monday")).toBe("");
  });
});

describe("time of day", () => {
  test.each([
    ["8", "08:00"],
    ["08", "08:00"],
    ["830", "08:30"],
    ["1830", "18:30"],
    ["8:30", "08:30"],
    ["18h30", "18:30"],
    ["18h", "18:00"],
    [" 9.15 ", "09:15"],
    ["24", null],
    ["25:00", null],
    ["12:60", null],
    ["oito", null],
    ["", null],
  ])("the typed opening time %p is parsed as %p", (typed, time) => {
    expect(readTime(typed, false)).toBe(time as string);
  });

  test("a span of opening hours may end at 24:00", () => {
    expect([readTime("24", true), readTime("2400", true), readTime("24:01", true)]).toEqual([
      "24:00",
      "24:00",
      null,
    ]);
  });
});

test("a span is drawn on the bar of its day and is cut at midnight", () => {
  expect(onLine({ startTime: "06:00", endTime: "24:00" })).toEqual({ from: 0.25, to: 1 });
  expect(onLine({ startTime: "18:00", endTime: "02:00" })).toEqual({ from: 0.75, to: 1 });
});
