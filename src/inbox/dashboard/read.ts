import { setting, timeZoneOf } from "#accounts/settings/index.ts";
import { PresencePort } from "#accounts/users/index.ts";
import type { RatingScale } from "#inbox/tickets/contract.ts";
import { addDays, dayAt, startOfDay, wallClock } from "#platform/dates.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type {
  AttendantFigures,
  DashboardAnswer,
  DashboardQuery,
  LeadsAnswer,
  LeadsQuery,
  PeriodCounters,
  TicketsDayAnswer,
  TicketsDayQuery,
} from "./contract.ts";
import * as sql from "./figures.sql.ts";
import { type Filter, filterOf } from "./filter.ts";
import { dayOf, daysOf, periodBefore, periodOf, type Span, spanOf } from "./period.ts";
import { ratingFigures } from "./rating-figures.ts";
import { attendancesIn, type Sums, sumsByUser, total } from "./sums.ts";

/**
 * `GET /dashboard` (docs/rules/dashboard.md#figures), admins. Throws 400 ERR_NO_FILTER without a usable parameter, 400
 * ERR_VALIDATION over 366 days.
 */
export function readDashboard({ tenant }: UserCtx, query: DashboardQuery): DashboardAnswer {
  const { db } = tenant;
  const zone = timeZoneOf(tenant);
  const today = dayAt(tenant.clock.now(), zone);
  const period = periodOf(query, today, zone);
  const previousPeriod = periodBefore(period);
  const filter = filterOf(query);
  const [span, spanBefore] = [spanOf(period, zone), spanOf(previousPeriod, zone)];
  const scale = setting(tenant, "ratingKind");
  const byUser = sumsByUser(db, span, filter, scale);
  return {
    counters: {
      ...runningTickets(db, filter),
      ...counters(total(byUser.values()), leadsIn(db, span, filter)),
    },
    previous: counters(
      total(sumsByUser(db, spanBefore, filter, scale).values()),
      leadsIn(db, spanBefore, filter),
    ),
    ratingScale: scale,
    attendants: attendantFigures(tenant, byUser, scale),
    hours: hoursOf(db, today, zone, filter),
    period,
    previousPeriod,
  };
}

/**
 * `GET /dashboard/ticketsDay`: number of attendances begun, by hour of `date` or by day of a period. Throws the errors
 * of `readDashboard`.
 */
export function readTicketsDay({ tenant }: UserCtx, query: TicketsDayQuery): TicketsDayAnswer {
  const zone = timeZoneOf(tenant);
  const filter = filterOf(query);
  const date = dayOf(query.date, zone);
  if (date !== undefined) {
    const hours = hoursOf(tenant.db, date, zone, filter);
    return { count: hours.reduce((sum, hour) => sum + hour, 0), hours, days: null };
  }
  const period = periodOf(query, dayAt(tenant.clock.now(), zone), zone);
  const days = daysWithCounts(tenant.db, period, zone, filter);
  return { count: days.reduce((sum, day) => sum + day.count, 0), hours: null, days };
}

const counters = (sums: Sums, leads: number): PeriodCounters => ({
  supportFinished: sums.finished,
  leads,
  avgSupportTime: minutes(sums.supportMs, sums.finished),
  avgWaitTime: minutes(sums.waitMs, sums.waited),
  avgFirstResponse: minutes(sums.responseMs, sums.responded),
});

/** Returns every active user with the number of finished tickets and the ratings. */
function attendantFigures(
  tenant: Tenant,
  sums: ReadonlyMap<number, Sums>,
  scale: RatingScale,
): AttendantFigures[] {
  const presence = tenant.installation.ports.use(PresencePort);
  return queryAll(tenant.db, sql.activeUsers).map(({ id, name }) => {
    const own = sums.get(id);
    return {
      id,
      name,
      rating: own ? ratingFigures(own, scale).mean : null,
      nps: own ? ratingFigures(own, scale).nps : null,
      avgSupportTime: own ? minutes(own.supportMs, own.finished) : 0,
      tickets: own?.finished ?? 0,
      online: presence.isOnline(tenant.id, id),
    };
  });
}

/** Counts the attendances begun on a day, by hour in the company's time zone: 24 numbers. */
function hoursOf(db: Db, day: string, zone: string, filter: Filter): number[] {
  const hours = new Array<number>(24).fill(0);
  for (const { at, attendances } of attendancesIn(db, spanOf({ from: day, to: day }, zone), filter)) {
    const hour = wallClock(at, zone).hour();
    hours[hour] = (hours[hour] ?? 0) + attendances;
  }
  return hours;
}

/** Counts the attendances begun on each day of a period. */
function daysWithCounts(
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

/**
 * Counts contacts created in the span that wrote to the company; with a filter, only if they wrote in a matching
 * ticket.
 */
function leadsIn(db: Db, { fromMs: from, toMs: to }: Span, filter: Filter): number {
  const isFiltered = Object.values(filter).some((ids) => ids !== null);
  const row = isFiltered
    ? queryOne(db, sql.countLeadsWith, { from, to, ...filter })
    : queryOne(db, sql.countLeads, { from, to });
  return row?.leads ?? 0;
}

/** `GET /dashboard/leads`: the contacts behind the figure, newest first, 40 per page. Throws the errors of `readDashboard`. */
export function readLeads({ tenant }: UserCtx, query: LeadsQuery): LeadsAnswer {
  const zone = timeZoneOf(tenant);
  const { fromMs: from, toMs: to } = spanOf(periodOf(query, dayAt(tenant.clock.now(), zone), zone), zone);
  const filter = filterOf(query);
  const page = { from, to, offset: (query.pageNumber - 1) * (sql.LEADS_READ - 1) };
  const isFiltered = Object.values(filter).some((ids) => ids !== null);
  const found = isFiltered
    ? queryAll(tenant.db, sql.leadsWith, { ...page, ...filter })
    : queryAll(tenant.db, sql.leads, page);
  return {
    leads: found.slice(0, sql.LEADS_READ - 1).map(({ number, createdAt, ...contact }) => ({
      ...contact,
      number: number ?? "",
      createdAt: new Date(createdAt).toISOString(),
    })),
    hasMore: found.length === sql.LEADS_READ,
  };
}

/**
 * Counts the tickets pending and open now, without groups and without tickets that were imported or started on the
 * phone.
 */
function runningTickets(db: Db, filter: Filter): { supportPending: number; supportHappening: number } {
  const found = queryAll(db, sql.runningByStatus, { ...filter });
  const of = (status: string) => found.find((row) => row.status === status)?.tickets ?? 0;
  return { supportPending: of("pending"), supportHappening: of("open") };
}

/** Mean of a sum of milliseconds, in whole minutes; 0 when the count is 0. */
const minutes = (sumMs: number, count: number): number =>
  count === 0 ? 0 : Math.round(sumMs / count / 60_000);
