import { addDays, startOfDay, wallClock } from "#platform/dates.ts";
import type { Db } from "#platform/db/database.ts";
import type { Filter } from "./filter.ts";
import { daysOf, spanOf } from "./period.ts";
import { attendancesIn } from "./sums.ts";

/** Attendances begun on a day, by hour of the company's clock: 24 numbers. */
export function hoursOf(db: Db, day: string, zone: string, filter: Filter): number[] {
  const hours = new Array<number>(24).fill(0);
  for (const { at, attendances } of attendancesIn(db, spanOf({ from: day, to: day }, zone), filter)) {
    const hour = wallClock(at, zone).hour();
    hours[hour] = (hours[hour] ?? 0) + attendances;
  }
  return hours;
}

/** Attendances begun on each day of a period. */
export function daysWithCounts(
  db: Db,
  period: { readonly from: string; readonly to: string },
  zone: string,
  filter: Filter,
): { date: string; count: number }[] {
  const found = attendancesIn(db, spanOf(period, zone), filter);
  let next = 0;
  return daysOf(period).map((date) => {
    const end = startOfDay(addDays(date, 1), zone) ?? Number.POSITIVE_INFINITY;
    let count = 0;
    for (let entry = found[next]; entry && entry.at < end; entry = found[next]) {
      count += entry.attendances;
      next += 1;
    }
    return { date, count };
  });
}
