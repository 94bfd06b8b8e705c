import type { TicketCounts } from "#inbox/tickets/contract.ts";
import { seesEverybody } from "#inbox/tickets/policy.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { countsByQueue } from "./count-parts.ts";
import { partsOf } from "./scope.ts";

/**
 * `GET /tickets/counts` (docs/rules/tickets.md#lists): how many tickets each list of the caller has. `unread`: own open
 * and visible pending ones with unread messages. `byQueue` adds up to `open` and `pending`; "0" = without queue.
 * `showAll` as in the lists.
 */
export function ticketCounts({ tenant, actor }: UserCtx, showAll: boolean): TicketCounts {
  const parts = partsOf(actor, {
    statuses: ["open", "pending", "closed"],
    ofEverybody: showAll && seesEverybody(actor),
  });
  const counts = { open: 0, pending: 0, closed: 0, unread: 0 };
  const byQueue: TicketCounts["byQueue"] = {};
  for (const { status, queueId, tickets, unread } of countsByQueue(tenant.db, parts)) {
    counts[status] += tickets;
    if (status === "closed") continue;
    counts.unread += unread;
    const queue = byQueue[queueId] ?? { open: 0, pending: 0 };
    queue[status] += tickets;
    byQueue[queueId] = queue;
  }
  return { ...counts, byQueue };
}
