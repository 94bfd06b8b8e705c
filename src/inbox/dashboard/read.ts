import { timeZoneOf } from "#accounts/settings/index.ts";
import { dayAt } from "#platform/dates.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { attendantFigures } from "./attendants.ts";
import type {
  DashboardAnswer,
  DashboardQuery,
  PeriodCounters,
  TicketsDayAnswer,
  TicketsDayQuery,
} from "./contract.ts";
import { filterOf } from "./filter.ts";
import { daysWithCounts, hoursOf } from "./hours.ts";
import { leadsIn } from "./leads.ts";
import { minutes } from "./minutes.ts";
import { dayOf, periodBefore, periodOf, spanOf } from "./period.ts";
import { runningTickets } from "./running.ts";
import { type Sums, sumsByUser, total } from "./sums.ts";

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
  const byUser = sumsByUser(db, span, filter);
  return {
    counters: {
      ...runningTickets(db, filter),
      ...counters(total(byUser.values()), leadsIn(db, span, filter)),
    },
    previous: counters(total(sumsByUser(db, spanBefore, filter).values()), leadsIn(db, spanBefore, filter)),
    attendants: attendantFigures(tenant, byUser),
    hours: hoursOf(db, today, zone, filter),
    period,
    previousPeriod,
  };
}

/**
 * `GET /dashboard/ticketsDay`: attendances begun by the hour of `date`, or by day of a period. Throws as
 * `readDashboard`.
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
