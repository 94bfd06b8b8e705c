import { PresencePort } from "#accounts/users/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./distribution.sql.ts";
import type { Listed } from "./policy.ts";

export interface QueueRule {
  readonly queueId: number;
  /** The user who got the last offer. */
  readonly lastId: number | null;
}

/** True when a user has open or offered tickets. */
export const holdsTickets = (db: Db, userId: number): boolean =>
  queryOne(db, sql.holdsTickets, { holderId: userId }) !== undefined;

/** Returns the rule of a queue with distribution; undefined for other queues. */
export const queueRule = (db: Db, queueId: number | null): QueueRule | undefined =>
  queueId === null ? undefined : queryOne(db, sql.ruleOfQueue, { id: queueId });

/** Returns the distribution list of a queue in its order, with the current availability of each user. */
export function listOf({ db, tenant }: TenantUnit, queueId: number): Listed[] {
  const presence = tenant.installation.ports.use(PresencePort);
  const users = queryAll(db, sql.candidatesOf, { queueId });
  const loads = loadsOf(
    db,
    users.filter(({ limit }) => limit > 0).map(({ id }) => id),
  );
  return users.map(({ id, limit, ready }) => ({
    id,
    limit,
    load: loads.get(id) ?? 0,
    there: ready === 1 && presence.isOnline(tenant.id, id),
  }));
}

function loadsOf(db: Db, userIds: readonly number[]): ReadonlyMap<number, number> {
  if (userIds.length === 0) return new Map();
  const rows = queryAll(db, sql.loadsOf, { ids: JSON.stringify(userIds) });
  return new Map(rows.map(({ id, load }) => [id, load]));
}

/** Whether the ticket was offered since it entered its queue. */
export const hasOffers = (db: Db, ticketId: number): boolean =>
  queryOne(db, sql.anyOffer, { ticketId }) !== undefined;

/** Returns the users to whom the ticket was offered since it entered its queue. */
export const hadTicket = (db: Db, ticketId: number): ReadonlySet<number> =>
  new Set(queryAll(db, sql.usersOffered, { ticketId }).map(({ id }) => id));

/** Returns queues with distribution, of this user, that have waiting tickets which are not offered. */
export const queuesWithWaiting = (db: Db, userId: number): number[] =>
  queryAll(db, sql.queuesWithWaiting, { userId }).map(({ id }) => id);

/** Returns waiting tickets of these queues that are not offered, longest wait first, without `exceptId`. */
export const waitingTickets = (
  db: Db,
  queueIds: readonly number[],
  of: { readonly userId: number; readonly exceptId: number; readonly limit: number },
): number[] =>
  queryAll(db, sql.waitingTickets, {
    ids: JSON.stringify(queueIds),
    id: of.exceptId,
    userId: of.userId,
    limit: of.limit,
  }).map(({ id }) => id);
