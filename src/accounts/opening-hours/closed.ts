import * as v from "valibot";
import { setting, timeZoneOf } from "#accounts/settings/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { OpeningHours, type OpeningSpan } from "./contract.ts";
import { type Hours, isOpen } from "./policy.ts";

/** Whether the company or the queue is closed; its out-of-hours text is sent. */
export type ClosedScope = "company" | "queue";

const HoursText = v.pipe(v.string(), v.parseJson(), OpeningHours);

/** Stored hours; unreadable text counts as none: always open. */
export function readHours(stored: string): readonly OpeningSpan[] {
  const parsed = v.safeParse(HoursText, stored);
  return parsed.success ? parsed.output : [];
}

/**
 * The hours that apply to a queue (its row); null = always open. The setting `scheduleType` selects the hours of the
 * company, the hours of the queue, or none. With queue hours a ticket without a queue is always open
 * (docs/rules/opening-hours.md#closed).
 */
export function hoursOf(tenant: Tenant, queue: { readonly schedules: string } | null): Hours | null {
  const door = setting(tenant, "scheduleType");
  if (door === "disabled" || (door === "queue" && !queue)) return null;
  return door === "queue" && queue ? queueHours(tenant, queue) : companyHours(tenant);
}

/** The hours of the company; ignores `scheduleType`. */
export const companyHours = (tenant: Tenant): Hours => withCalendar(tenant, tenant.company.schedules);

/** The hours in the row of a queue; ignores `scheduleType`. */
export const queueHours = (tenant: Tenant, queue: { readonly schedules: string }): Hours =>
  withCalendar(tenant, readHours(queue.schedules));

const withCalendar = (tenant: Tenant, spans: readonly OpeningSpan[]): Hours => ({
  spans,
  holidays: setting(tenant, "holidays"),
  timeZone: timeZoneOf(tenant),
});

/** What is closed at `nowMs` (default: the company's clock), null while open (docs/rules/opening-hours.md#closed). */
export function closedScope(
  tenant: Tenant,
  queue: { readonly schedules: string } | null,
  nowMs = tenant.clock.now(),
): ClosedScope | null {
  const hours = hoursOf(tenant, queue);
  if (!hours || isOpen(hours.spans, hours.holidays, hours.timeZone, nowMs)) return null;
  return setting(tenant, "scheduleType") === "queue" ? "queue" : "company";
}
