import * as v from "valibot";
import { setting, timeZoneOf } from "#accounts/settings/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { OpeningHours, type OpeningSpan } from "./contract.ts";
import { isOpen } from "./policy.ts";

/** What is closed: its text is the one to say. */
export type ClosedScope = "company" | "queue";

const HoursText = v.pipe(v.string(), v.parseJson(), OpeningHours);

/** Hours as rows hold them; a text nobody can read counts as none: always open. */
export function readHours(stored: string): readonly OpeningSpan[] {
  const parsed = v.safeParse(HoursText, stored);
  return parsed.success ? parsed.output : [];
}

/**
 * Which door is closed at `nowMs` (ms; the company's clock unless given), null when customers are served: setting
 * `scheduleType` says whether nobody's, the company's or the queue's hours count; without a queue its hours count for
 * nothing (docs/rules/opening-hours.md#closed). `queue` = its row.
 */
export function closedScope(
  tenant: Tenant,
  queue: { readonly schedules: string } | null,
  nowMs = tenant.clock.now(),
): ClosedScope | null {
  const door = setting(tenant, "scheduleType");
  if (door === "disabled" || (door === "queue" && !queue)) return null;
  const spans = door === "queue" && queue ? readHours(queue.schedules) : tenant.company.schedules;
  return isOpen(spans, setting(tenant, "holidays"), timeZoneOf(tenant), nowMs) ? null : door;
}
