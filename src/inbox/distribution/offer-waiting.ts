import { ticketById } from "#inbox/tickets/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./distribution.sql.ts";
import { offerToNext } from "./offer.ts";
import { queuesWithWaiting, waitingTickets } from "./queries.ts";

/** Tickets offered per turn, so that thousands of waiting tickets do not block other work. */
const LIMIT = 50;

/**
 * A person can take tickets again: waiting tickets of their queues that are not offered get a pick, longest waiting
 * first (docs/rules/distribution.md#presence). `exceptId`: the ticket he just let go.
 */
export function offerWaitingTickets(tenant: Tenant, userId: number, exceptId = 0): void {
  if (!wakeSome(tenant, userId, exceptId)) return;
  const release = tenant.keepOpen();
  setImmediate(() => {
    try {
      offerWaitingTickets(tenant, userId, exceptId);
    } catch (error) {
      tenant.log.warn({ err: error }, "waiting tickets not offered");
    } finally {
      release();
    }
  });
}

/** True when there may be more. */
function wakeSome(tenant: Tenant, userId: number, exceptId: number): boolean {
  const queueIds = queuesWithWaiting(tenant.db, userId);
  if (queueIds.length === 0) return false;
  const ids = waitingTickets(tenant.db, queueIds, { userId, exceptId, limit: LIMIT });
  if (ids.length === 0) return false;
  const offered = tenant.write((unit) =>
    ids.filter((id) => {
      const ticket = ticketById(unit.db, id);
      return ticket !== undefined && ticket.userDistributed === null && offerToNext(unit, ticket);
    }),
  );
  return ids.length === LIMIT && offered.length > 0;
}

/** Without a limit a person could always be picked, so only people with one are checked when they lose a ticket. */
export const gainsBySpace = (tenant: Tenant, userId: number): boolean =>
  queryOne(tenant.db, sql.hasLimit, { id: userId }) !== undefined;
