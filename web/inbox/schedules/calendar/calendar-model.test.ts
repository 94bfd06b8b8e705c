import { expect, test } from "bun:test";
import type { EventData } from "#platform/realtime/contract.ts";
import type { Schedule } from "#web/inbox/schedules/schedules-api.ts";
import { sampleSchedule } from "#web/inbox/schedules/test-schedule.ts";
import { CalendarModel, daysShown, monthOf, stepped, weekOf } from "./calendar-model.ts";

test("a week begins on the first day of the language", () => {
  expect(weekOf("2026-11-21", 0)).toEqual([
    "2026-11-15",
    "2026-11-16",
    "2026-11-17",
    "2026-11-18",
    "2026-11-19",
    "2026-11-20",
    "2026-11-21",
  ]);
  expect(weekOf("2026-11-22", 1)[0]).toBe("2026-11-16");
});

test("a month shows whole weeks, each with a day of that month", () => {
  const november = monthOf("2026-11-21", 0);
  expect([november.length, november[0]?.[0], november.at(-1)?.at(-1)]).toEqual([
    5,
    "2026-11-01",
    "2026-12-05",
  ]);
  expect(monthOf("2026-02-10", 0)).toHaveLength(4);
  expect(monthOf("2026-08-10", 1)).toHaveLength(6);
});

test("the next and previous buttons continue across the ends of months and years", () => {
  expect(stepped("2026-12-31", "month", 1)).toBe("2027-01-01");
  expect(stepped("2026-03-31", "month", -1)).toBe("2026-02-01");
  expect(stepped("2026-12-31", "week", 1)).toBe("2027-01-07");
});

function opened(schedules: Schedule[]) {
  const spans: string[][] = [];
  const model = new CalendarModel({
    span: async (from, to) => {
      spans.push([from, to]);
      return { schedules, count: schedules.length, hasMore: false };
    },
  });
  let tell: (event: EventData) => void = () => undefined;
  const stop = model.listen({
    on: (_, listener) => {
      tell = listener;
      return () => undefined;
    },
    onResync: () => () => undefined,
  });
  return { model, spans, tell: (event: EventData) => tell(event), stop };
}

test("scheduled messages are listed on the company's day, earliest first, and updated by events", async () => {
  // 23:30 of the 20th in São Paulo.
  const late = sampleSchedule({ id: 2, sendAt: "2026-11-21T02:30:00.000Z" });
  const early = sampleSchedule({ id: 3, sendAt: "2026-11-20T12:00:00.000Z" });
  const { model, spans, tell } = opened([late, early]);
  await model.show(daysShown("2026-11-20", "week", 0));
  expect(spans).toEqual([["2026-11-15", "2026-11-22"]]);
  expect(model.days.value.get("2026-11-20")?.map(({ id }) => id)).toEqual([3, 2]);
  const moved = { ...late, sendAt: "2026-11-22T12:00:00.000Z", updatedAt: "2026-11-20T13:00:00.000Z" };
  tell({ action: "update", record: moved });
  expect(model.days.value.get("2026-11-22")?.map(({ id }) => id)).toEqual([2]);
  tell({ action: "delete", id: 3 });
  expect(model.days.value.has("2026-11-20")).toBe(false);
});
