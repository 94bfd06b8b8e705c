import { timeZoneOf, writeSetting } from "#accounts/settings/index.ts";
import { createReason } from "#accounts/work-times/reasons.ts";
import type { SpanKind } from "#accounts/work-times/schema.ts";
import { addDays, dayAt, startOfDay } from "#platform/dates.ts";
import { run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { PAST_DAYS } from "./past.ts";

const MINUTE_MS = 60_000;
const [LUNCH, MEETING] = ["Almoço", "Reunião"] as const;

/** A working day: hours of the clock, and the reason of a pause. */
const DAY: readonly (readonly [kind: SpanKind, from: number, to: number, reason?: string])[] = [
  ["online", 8, 10.5],
  ["paused", 10.5, 10.75, MEETING],
  ["online", 10.75, 12],
  ["paused", 12, 13, LUNCH],
  ["online", 13, 17.5],
  ["serving", 8.25, 11.75],
  ["serving", 13.25, 17.25],
];

const SPAN = `INSERT INTO presence_span (user_id, kind, reason_id, started_at, ended_at, seen_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?5)`;

/**
 * Records the working times of the two weeks before the demo and of today. Written as rows, because spans follow open
 * pages, and no page was open then.
 */
export function recordWorkingTimes(admin: UserCtx, attendants: readonly UserCtx[], nowMs: number): void {
  const { tenant } = admin;
  const zone = timeZoneOf(tenant);
  writeSetting(tenant, "trackWorkTime", "enabled");
  const reasons = new Map([LUNCH, MEETING].map((name) => [name as string, createReason(admin, { name }).id]));
  const today = dayAt(nowMs, zone);
  for (const [nth, { actor }] of attendants.entries())
    for (let day = -PAST_DAYS; day <= 0; day += 1) {
      const midnight = startOfDay(addDays(today, day), zone) ?? nowMs;
      // Real working days do not begin and end at the same minute.
      const late = ((day + PAST_DAYS) * 7 + nth * 11) % 20;
      const at = (hour: number) => Math.min(midnight + (hour * 60 + late) * MINUTE_MS, nowMs);
      for (const [kind, from, to, reason = ""] of DAY)
        if (at(from) < at(to))
          run(tenant.db, SPAN, actor.id, kind, reasons.get(reason) ?? null, at(from), at(to));
    }
}
