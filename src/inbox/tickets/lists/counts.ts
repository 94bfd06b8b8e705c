import type { TicketCounts, TicketLoads } from "#inbox/tickets/contract.ts";
import { seesEverybody } from "#inbox/tickets/policy.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { untilChanged } from "#tenants/until-changed.ts";
import { anyOf, countersOf } from "./conditions.ts";
import * as sql from "./counts.sql.ts";
import { type Part, partsOf } from "./scope.ts";

/**
 * `GET /tickets/counts` (docs/rules/tickets.md#lists): the number of tickets in each list of the caller. `unread`: own open and
 * visible pending ones with unread messages. `snoozed`: open tickets that are asleep; no other number includes them. The values of
 * `byQueue` add up to `open` and `pending`; "0" = without queue. `showAll` as in the lists. Reads a few hundred counters, never the
 * tickets.
 */
export function ticketCounts({ tenant, actor }: UserCtx, showAll: boolean): TicketCounts {
  const parts = partsOf(actor, {
    statuses: ["open", "pending", "closed"],
    ofEverybody: showAll && seesEverybody(actor),
  });
  const counts = { open: 0, pending: 0, closed: 0, unread: 0, snoozed: 0 };
  const byQueue: TicketCounts["byQueue"] = {};
  const counters = queryAll(tenant.db, ...sql.countersByQueue(anyOf(parts.map(countersOf))));
  for (const { status, queueId, tickets, asleep, unread } of counters) {
    const awake = tickets - asleep;
    counts[status] += awake;
    if (status === "closed") continue;
    counts.snoozed += asleep;
    counts.unread += unread;
    const queue = byQueue[queueId] ?? { open: 0, pending: 0 };
    queue[status] += awake;
    byQueue[queueId] = queue;
  }
  return { ...counts, byQueue };
}

/** `GET /tickets/loads`: the tickets of each colleague and of each queue, for the transfer dialog. */
export function ticketLoads({ tenant }: UserCtx): TicketLoads {
  const rows = queryAll(tenant.db, sql.openByUser);
  const queues: TicketLoads["queues"] = {};
  for (const { queueId, open, pending } of queryAll(tenant.db, sql.runningByQueue))
    queues[queueId] = { open, pending };
  return {
    loads: Object.fromEntries(rows.map(({ userId, awake }) => [userId, awake])),
    snoozed: Object.fromEntries(
      rows.filter(({ asleep }) => asleep > 0).map(({ userId, asleep }) => [userId, asleep]),
    ),
    queues,
  };
}

/** Number of tickets of these parts, all of them or those with unread messages, from the stored counters. */
export function countOf(db: Db, parts: readonly Part[], column: "tickets" | "unread"): number {
  const asleep = parts.find(({ status }) => status === "open")?.asleep ?? null;
  const counted = column === "unread" || asleep === null ? column : asleep ? "asleep" : "awake";
  return queryOne(db, ...sql.sumOfCounters(counted, anyOf(parts.map(countersOf))))?.total ?? 0;
}

/** Number of tickets of these parts; cached until a row of the company changes. */
export function sizeOfParts(tenant: Tenant, parts: readonly Part[]): number {
  const sizes = untilChanged(tenant, "ticket-list-sizes", () => new Map<string, number>());
  const key = JSON.stringify(parts);
  let size = sizes.get(key);
  if (size === undefined) {
    size = countOf(tenant.db, parts, "tickets");
    sizes.set(key, size);
  }
  return size;
}

/** Share, 0 to 1, that a part's queues have of all tickets of its status. */
export function shareOf(db: Db, { status, queues }: Part): number {
  const queueIds = JSON.stringify(queues?.map((id) => id ?? 0) ?? []);
  return queryOne(db, sql.shareOfQueues, { queueIds, status })?.share ?? 0;
}
