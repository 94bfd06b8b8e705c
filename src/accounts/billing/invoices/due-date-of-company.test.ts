import { expect, test } from "bun:test";
import { addPeriod, monthsOf } from "#accounts/companies/index.ts";
import { dueAfterPayment } from "./due-date-of-company.ts";

test("each recurrence has its number of months", () => {
  const all = ["monthly", "bimonthly", "quarterly", "half-yearly", "yearly"] as const;
  expect(all.map(monthsOf)).toEqual([1, 2, 3, 6, 12]);
  expect(all.map((recurrence) => addPeriod("2026-11-21", recurrence))).toEqual([
    "2026-12-21",
    "2027-01-21",
    "2027-02-21",
    "2027-05-21",
    "2027-11-21",
  ]);
});

test("a short month clamps the day, and the next one restores it", () => {
  const dates = ["2027-01-31"];
  for (let n = 0; n < 4; n += 1) dates.push(addPeriod(dates.at(-1) ?? "", "monthly", 31));
  expect(dates).toEqual(["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]);
  expect(addPeriod("2028-01-30", "monthly")).toBe("2028-02-29");
  expect(addPeriod("2028-02-29", "yearly")).toBe("2029-02-28");
  expect(addPeriod("2027-02-28", "yearly", 29)).toBe("2028-02-29");
});

test("a payment in time keeps the day, a late one restarts the period today", () => {
  expect(dueAfterPayment("2027-02-20", { date: "2027-02-28", day: 31 }, "monthly")).toEqual({
    date: "2027-03-31",
    day: 31,
  });
  expect(dueAfterPayment("2027-02-28", { date: "2027-02-28", day: 31 }, "monthly").date).toBe("2027-03-31");
  expect(dueAfterPayment("2027-03-05", { date: "2027-02-28", day: 31 }, "bimonthly")).toEqual({
    date: "2027-05-05",
    day: 5,
  });
});
