import { firstOpen, hoursOf } from "#accounts/opening-hours/index.ts";
import { findQueue } from "#accounts/queues/index.ts";
import { timeZoneOf } from "#accounts/settings/index.ts";
import { visibleTicket } from "#inbox/tickets/access.ts";
import type { SnoozeTimes } from "#inbox/tickets/contract.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { addDays, addMonths, dayAt, parseInstant, weekdayOf } from "#platform/dates.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";

type SnoozeTime = SnoozeTimes["times"][number];
type Hours = ReturnType<typeof hoursOf>;

const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;
/** A time that is less than this ahead is not offered, ms. */
const LEAST_MS = 30 * MINUTE_MS;

/**
 * `GET /tickets/snooze-times`: the times that the pickers of snoozes and reminders offer, in the opening hours of the
 * ticket's queue or, without a ticket, of the company (docs/rules/tickets.md#snooze-times). Throws 404 ERR_NO_TICKET_FOUND.
 */
export function snoozeTimes(ctx: UserCtx, ticketId: number | null): SnoozeTimes {
  const { tenant } = ctx;
  const queueId = ticketId === null ? null : visibleTicket(ctx, ticketId).queueId;
  return { times: timesOffered(hoursOfQueue(tenant, queueId), timeZoneOf(tenant), tenant.clock.now()) };
}

/** The opening at which a snooze of this ticket ends, ms; null = never open. */
export const nextOpening = (tenant: Tenant, { queueId }: Pick<Ticket, "queueId">, day: OpeningDay) =>
  openingOf(day, hoursOfQueue(tenant, queueId), timeZoneOf(tenant), tenant.clock.now());

const hoursOfQueue = (tenant: Tenant, queueId: number | null): Hours =>
  hoursOf(tenant, queueId === null ? null : (findQueue(tenant.db, queueId) ?? null));

/** A day whose opening ends a snooze; `today` = the afternoon of today. */
type OpeningDay = "today" | "tomorrow" | "monday";

/**
 * Returns the first open time of the day from 08:00 on (for `today` from 14:00 on); if the day is closed, that of the next open day.
 * `hours` null = always open. Returns null when the hours never open. Pure.
 */
function openingOf(day: OpeningDay, hours: Hours, timeZone: string, now: number): number | null {
  const today = dayAt(now, timeZone);
  const days = { today, tomorrow: addDays(today, 1), monday: nextMonday(today) };
  const at = parseInstant(`${days[day]} ${day === "today" ? "14:00" : "08:00"}`, timeZone);
  return at === undefined ? null : firstOpen(hours, at);
}

const nextMonday = (today: string): string => addDays(today, (8 - weekdayOf(today)) % 7 || 7);

/** The times that fall into opening hours, soonest first. `hours` null = always open. Pure. */
export function timesOffered(hours: Hours, timeZone: string, now: number): SnoozeTime[] {
  const today = dayAt(now, timeZone);
  const tomorrow = addDays(today, 1);
  const monday = nextMonday(today);
  const month = addMonths(today, 1, 1);
  const inAnHour = Math.ceil((now + HOUR_MS) / MINUTE_MS) * MINUTE_MS;

  const offered: SnoozeTime[] = [];
  const offer = (id: SnoozeTime["id"], at: number | null, isFitting: (at: number) => boolean): void => {
    if (at === null || at < now + LEAST_MS || !isFitting(at)) return;
    const instant = new Date(at).toISOString();
    if (!offered.some((earlier) => earlier.at === instant)) offered.push({ id, at: instant });
  };
  const openAfter = (day: string, time: string): number | null => {
    const at = parseInstant(`${day} ${time}`, timeZone);
    return at === undefined ? null : firstOpen(hours, at);
  };
  const isOn = (day: string) => (at: number) => dayAt(at, timeZone) === day;

  offer("hour", firstOpen(hours, inAnHour), (at) => at === inAnHour);
  offer("afternoon", openAfter(today, "14:00"), isOn(today));
  offer("tomorrow", openAfter(tomorrow, "08:00"), isOn(tomorrow));
  // If the company is closed on Mondays, this is the first open day of that week.
  offer("week", openAfter(monday, "08:00"), (at) => at < (openAfter(addDays(monday, 7), "00:00") ?? 0));
  offer("month", openAfter(month, "08:00"), () => true);
  return offered.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
