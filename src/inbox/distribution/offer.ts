import { moveTurn } from "#accounts/queues/index.ts";
import { setting } from "#accounts/settings/index.ts";
import { offerTicket, type Ticket, ticketById, withdrawOffer } from "#inbox/tickets/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./distribution.sql.ts";
import { nextInTurn, OFFLINE_MS } from "./policy.ts";
import { hadTicket, listOf, queueRule, queuesWithWaiting, waitingTickets } from "./queries.ts";

/** Job name under which companies with offered tickets are scheduled. */
export const DISTRIBUTION_DUE = "distribution";

/** Ends a round: the ticket has an attendant, is closed, or waits in a queue again. */
export const forgetOffers = (unit: TenantUnit, ticketId: number): void =>
  void execute(unit.db, sql.deleteOffers, { ticketId });

/** Minutes a user has to accept, in ms. */
export const patienceMs = (unit: Pick<TenantUnit, "tenant">): number =>
  setting(unit.tenant, "distributionTimeout") * 60_000;

/**
 * Offers a waiting ticket to the next in turn of its queue; pointer, ticket and round move together
 * (docs/rules/distribution.md#offer). False when the queue does not distribute or no one is available: then everyone
 * of the queue sees it.
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

/** Passes on an offer that was not accepted: to the next person, and after the last one to the whole queue. */
export function passOn(unit: TenantUnit, ticket: Ticket): void {
  if (offerToNext(unit, ticket)) return;
  withdrawOffer(unit, ticket, queueRule(unit.db, ticket.queueId) ? "distribution_exhausted" : "queued");
}

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
