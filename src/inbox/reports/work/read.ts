import { setting, timeZoneOf } from "#accounts/settings/index.ts";
import {
  allReasons,
  readableUsers,
  type WorkTime,
  workTimesByDay,
  workTimesOf,
} from "#accounts/work-times/index.ts";
import {
  daysOf,
  finishedByHour,
  finishedByUser,
  foldChanges,
  periodOf,
  spanOf,
} from "#inbox/dashboard/index.ts";
import { dayAt, startOfDay } from "#platform/dates.ts";
import { notFound } from "#platform/errors.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { WorkAnswer, WorkQuery, WorkTimes } from "./contract.ts";

type Period = WorkAnswer["period"];
const EMPTY: WorkTime = { onlineMs: 0, servingMs: 0, paused: new Map() };

/**
 * `GET /reports/work` (docs/rules/work-times.md#report): admins read everyone's times, supervisors those of the people
 * in their queues, others their own. Throws 404 ERR_NOT_FOUND for another person, 400 ERR_NO_FILTER and ERR_VALIDATION
 * like the dashboard.
 */
export async function readWork(ctx: UserCtx, query: WorkQuery): Promise<WorkAnswer> {
  const { tenant } = ctx;
  const zone = timeZoneOf(tenant);
  const period = periodOf(query, dayAt(tenant.clock.now(), zone), zone);
  const userId = query.userId ?? null;
  const users = readableUsers(ctx).filter(({ id }) => userId === null || id === userId);
  if (userId !== null && users.length === 0) throw notFound();
  await foldChanges(tenant);
  const span = spanOf(period, zone);
  const userIds = users.map(({ id }) => id);
  const times = workTimesOf(tenant.db, span, userIds);
  const finished = finishedByUser(tenant.db, span, userIds);
  return {
    period,
    isRecorded: setting(tenant, "trackWorkTime"),
    reasons: allReasons(tenant.db).map(({ id, name }) => ({ id, name })),
    people: users.map((user) => ({
      user,
      ...present(times.get(user.id) ?? EMPTY, finished.get(user.id) ?? 0),
    })),
    days: userId === null ? null : daysOfUser(tenant, userId, period, zone),
  };
}

function daysOfUser(tenant: Tenant, userId: number, period: Period, zone: string): WorkAnswer["days"] {
  const dates = daysOf(period);
  const { fromMs, toMs } = spanOf(period, zone);
  const starts = dates.map((date) => startOfDay(date, zone) ?? fromMs);
  const days = starts.map((start, at) => ({ fromMs: start, toMs: starts[at + 1] ?? toMs }));
  const times = workTimesByDay(tenant.db, userId, days);
  const hours = finishedByHour(tenant.db, userId, { fromMs, toMs });
  let hour = 0;
  return dates
    .map((date, at) => {
      let attendances = 0;
      const end = days[at]?.toMs ?? toMs;
      for (let next = hours[hour]; next && next.at < end; next = hours[hour]) {
        attendances += next.finished;
        hour += 1;
      }
      return { date, ...present(times[at] ?? EMPTY, attendances) };
    })
    .filter(({ onlineMs, pausedMs, attendances: count }) => onlineMs + pausedMs + count > 0)
    .toReversed();
}

function present({ onlineMs, servingMs, paused }: WorkTime, attendances: number): WorkTimes {
  const pauses = [...paused].map(([reasonId, ms]) => ({ reasonId, ms }));
  const pausedMs = pauses.reduce((sum, { ms }) => sum + ms, 0);
  const sorted = pauses.toSorted((a, b) => b.ms - a.ms || (a.reasonId ?? 0) - (b.reasonId ?? 0));
  return { onlineMs, pausedMs, pauses: sorted, servingMs, attendances };
}
