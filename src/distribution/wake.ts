import { one } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { ticketById } from "#tickets/index.ts";
import { offerToNext } from "./offer.ts";
import { distributingQueuesOf, waitingTickets } from "./queries.ts";

/** Behaviour 29: rows per company and transaction. */
const LIMIT = 200;
const LIMITED = "SELECT 1 FROM user WHERE id = ? AND max_open_tickets > 0";

/**
 * Somebody can take tickets again: those of his queues that wait for nobody in particular get a pick, longest
 * waiting first (behaviour 12). `exceptId`: the ticket he just let go.
 */
export function wakeFor(tenant: Tenant, userId: number, exceptId = 0): void {
  const queueIds = distributingQueuesOf(tenant.db, userId);
  if (queueIds.length === 0) return;
  for (;;) {
    const ids = waitingTickets(tenant.db, queueIds, { userId, exceptId, limit: LIMIT });
    if (ids.length === 0) return;
    const offered = tenant.write((unit) =>
      ids.filter((id) => {
        const ticket = ticketById(unit.db, id);
        return ticket !== undefined && ticket.userDistributed === null && offerToNext(unit, ticket);
      }),
    );
    if (ids.length < LIMIT || offered.length === 0) return;
  }
}

/** Who has no limit could be picked all the time; only others gain by letting a ticket go. */
export const gainsBySpace = (tenant: Tenant, userId: number): boolean =>
  one(tenant.db, LIMITED, userId) !== undefined;
