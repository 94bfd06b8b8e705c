import { expect, test } from "bun:test";
import { addHoliday, dateOf, inOrder, replaceHoliday, withDate, withYearly } from "./holidays-editor.tsx";

const CHRISTMAS = { date: "12-25", spans: [] };

test("a holiday repeats every year or applies to a single year", () => {
  expect(dateOf(CHRISTMAS, 2026)).toBe("2026-12-25");
  expect(withYearly(CHRISTMAS, false, 2026).date).toBe("2026-12-25");
  expect(withYearly({ date: "2026-12-25", spans: [] }, true, 2030).date).toBe("12-25");
});

test("a changed date of a holiday keeps its repetition, and an incomplete date changes nothing", () => {
  expect(withDate(CHRISTMAS, "2026-12-24").date).toBe("12-24");
  expect(withDate({ date: "2026-12-25", spans: [] }, "2027-01-01").date).toBe("2027-01-01");
  expect(withDate(CHRISTMAS, "")).toBe(CHRISTMAS);
});

test("a new holiday is closed, can be removed, and is sorted by date", () => {
  const two = addHoliday([{ date: "2026-02-17", spans: [["08:00", "12:00"]] }], "2026-01-02");
  expect(two[1]).toEqual({ date: "2026-01-02", spans: [] });
  expect(inOrder([...two, CHRISTMAS]).map(({ date }) => date)).toEqual(["12-25", "2026-01-02", "2026-02-17"]);
  expect(replaceHoliday(two, 0, null).map(({ date }) => date)).toEqual(["2026-01-02"]);
});
