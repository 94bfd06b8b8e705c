import { moveTurn } from "#accounts/queues/index.ts";
import { setting } from "#accounts/settings/index.ts";
import { offerTicket, type Ticket, ticketById, withdrawOffer } from "#inbox/tickets/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./distribution.sql.ts";
import { nextInTurn, OFFLINE_MS } from "./policy.ts";
import { hadTicket, hasOffers, listOf, queueRule, queuesWithWaiting, waitingTickets } from "./queries.ts";

/** Job name in the wake-up schedule of companies with offered tickets. */
export const DISTRIBUTION_DUE = "distribution";

/** Ends a round of offers: the ticket has an attendant, is closed, or entered a queue again. */
export function forgetOffers(unit: TenantUnit, ticketId: number): void {
  // Checked by a query first, because most tickets have no offers and a delete of no row takes three times as long.
  if (hasOffers(unit.db, ticketId)) execute(unit.db, sql.deleteOffers, { ticketId });
}

/** Time that a user has to accept an offer, ms; the setting is in minutes. */
export const patienceMs = (unit: Pick<TenantUnit, "tenant">): number =>
  setting(unit.tenant, "distributionTimeout") * 60_000;

/**
 * Offers a waiting ticket to the next user of its queue's list. The position in the list, the ticket and the round are updated in
 * one transaction (docs/rules/distribution.md#offer). Returns false when the queue does not distribute or no user is available; the
 * whole queue then sees the ticket.
 */
export function offerToNext(unit: TenantUnit, ticket: Ticket, skipId: number | null = null): boolean {
  const rule = queueRule(unit.db, ticket.queueId);
  if (!rule) return false;
  const list = listOf(unit, rule.queueId);
  const userId = nextInTurn(list, rule.lastId, hadTicket(unit.db, ticket.id), skipId);
  if (userId === null) return false;
  if (!offerTicket(unit, ticket, userId)) return false;
  moveTurn(unit, rule.queueId, userId);
  execute(unit.db, sql.insertOffer, { ticketId: ticket.id, userId, now: unit.now });
  unit.scheduleWake(DISTRIBUTION_DUE, unit.now + Math.min(patienceMs(unit), OFFLINE_MS));
  return true;
}

/** Passes an offer that was not accepted to the next user; after the last user the whole queue sees the ticket. */
export function passOn(unit: TenantUnit, ticket: Ticket): void {
  if (offerToNext(unit, ticket)) return;
  withdrawOffer(unit, ticket, queueRule(unit.db, ticket.queueId) ? "distribution_exhausted" : "queued");
}

/** Tickets offered per turn of the event loop, so that thousands of waiting tickets do not block other work. */
const LIMIT = 50;

/**
 * Offers waiting tickets after a user got capacity: tickets of the user's queues that are not offered, longest wait
 * first (docs/rules/distribution.md#presence). `exceptId`: the ticket that the user has just lost.
 */
export function offerWaitingTickets(tenant: Tenant, userId: number, exceptId = 0): void {
  if (!wakeSome(tenant, userId, exceptId)) return;
  const release = tenant.keepOpen();
  setImmediate(() => {
    try {
      offerWaitingTickets(tenant, userId, exceptId);
    } catch (error) {
      tenant.log.warn(
        { user: userId, err: error },
        "waiting tickets not offered to a user; they keep waiting",
      );
    } finally {
      release();
    }
  });
}

/** Offers one batch. Returns whether there may be more. */
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

/**
 * True when losing a ticket gives a user new capacity: only for users with a limit, since others are always available.
 */
export const gainsBySpace = (tenant: Tenant, userId: number): boolean =>
  queryOne(tenant.db, sql.hasLimit, { id: userId }) !== undefined;
