/**
 * For tests: computes the figures of docs/rules/dashboard.md#figures directly from the rows, without the product's SQL.
 */

import { setting } from "#accounts/settings/index.ts";
import type { RatingScale } from "#inbox/tickets/contract.ts";
import { dayAt, wallClock } from "#platform/dates.ts";
import { all } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { Period } from "./contract.ts";

interface Tracking {
  id: number;
  ticket_id: number;
  user_id: number | null;
  queue_id: number | null;
  connection_id: number;
  created_at: number;
  queued_at: number | null;
  started_at: number | null;
  first_response_at: number | null;
  finished_at: number | null;
}
interface Ticket {
  id: number;
  status: string;
  contact_id: number;
  queue_id: number | null;
  connection_id: number;
  is_group: number;
  origin: string;
  last_customer_message_at: number | null;
}
export interface Wanted {
  readonly queues?: readonly (number | null)[];
  readonly connections?: readonly number[];
  readonly tags?: readonly number[];
}

const mean = (values: readonly number[]): number =>
  values.length === 0
    ? 0
    : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length / 60_000);

export function recount(tenant: Tenant, zone: string, period: Period, wanted: Wanted = {}) {
  const scale = setting(tenant, "ratingKind");
  const today = dayAt(tenant.clock.now(), zone);
  const rows = <Row>(table: string) => all<Row>(tenant.db, `SELECT * FROM ${table}`);
  const tags = rows<{ ticket_id: number; tag_id: number }>("ticket_tag");
  const fits = (row: { queue_id: number | null; connection_id: number }, ticketId: number): boolean =>
    (wanted.queues === undefined || wanted.queues.includes(row.queue_id)) &&
    (wanted.connections === undefined || wanted.connections.includes(row.connection_id)) &&
    (wanted.tags === undefined ||
      tags.some((tag) => tag.ticket_id === ticketId && wanted.tags?.includes(tag.tag_id)));
  const counted = rows<Ticket>("ticket").filter(
    ({ is_group, origin }) => is_group === 0 && !["import", "phone"].includes(origin),
  );
  const ids = new Set(counted.map(({ id }) => id));
  const tracking = rows<Tracking>("ticket_period").filter(
    (row) => ids.has(row.ticket_id) && fits(row, row.ticket_id),
  );
  const within = (at: number | null): at is number => {
    if (at === null) return false;
    const day = dayAt(at, zone);
    return day >= period.from && day <= period.to;
  };
  const finished = tracking.filter((row) => within(row.finished_at) && row.started_at !== null);
  const supportMs = (row: Tracking) => (row.finished_at ?? 0) - (row.started_at ?? 0);
  const ratings = rows<{
    period_id: number;
    user_id: number;
    scale: RatingScale;
    rate: number;
    created_at: number;
  }>("user_rating").filter(
    (row) => row.scale === scale && within(row.created_at) && tracking.some(({ id }) => id === row.period_id),
  );
  const hours = new Array<number>(24).fill(0);
  for (const row of tracking)
    if (dayAt(row.created_at, zone) === today) {
      const hour = wallClock(row.created_at, zone).hour();
      hours[hour] = (hours[hour] ?? 0) + 1;
    }
  const running = counted.filter((row) => fits(row, row.id));
  return {
    counters: {
      supportPending: running.filter(({ status }) => status === "pending").length,
      supportHappening: running.filter(({ status }) => status === "open").length,
      supportFinished: finished.length,
      leads: rows<{ id: number; created_at: number }>("contact").filter(
        (contact) =>
          within(contact.created_at) &&
          running.some((row) => row.contact_id === contact.id && row.last_customer_message_at !== null),
      ).length,
      avgSupportTime: mean(finished.map(supportMs)),
      avgWaitTime: mean(
        tracking.flatMap((row) =>
          within(row.started_at) && row.queued_at !== null ? [row.started_at - row.queued_at] : [],
        ),
      ),
      avgFirstResponse: mean(
        tracking.flatMap((row) =>
          within(row.first_response_at) && row.queued_at !== null && row.first_response_at >= row.queued_at
            ? [row.first_response_at - row.queued_at]
            : [],
        ),
      ),
    },
    attendants: rows<{ id: number; name: string; deleted_at: number | null }>("user")
      .filter(({ deleted_at }) => deleted_at === null)
      .map(({ id, name }) => {
        const own = finished.filter((row) => row.user_id === id);
        const rates = ratings.filter((row) => row.user_id === id).map(({ rate }) => rate);
        const sum = rates.reduce((a, b) => a + b, 0);
        return {
          id,
          name,
          rating: rates.length > 0 ? Math.round((sum / rates.length) * 10) / 10 : null,
          nps:
            scale === "nps" && rates.length > 0
              ? Math.round(
                  ((rates.filter((rate) => rate >= 9).length - rates.filter((rate) => rate <= 6).length) /
                    rates.length) *
                    100,
                )
              : null,
          avgSupportTime: mean(own.map(supportMs)),
          tickets: own.length,
        };
      }),
    hours,
  };
}
