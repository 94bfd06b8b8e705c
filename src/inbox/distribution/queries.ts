import { PresencePort } from "#accounts/users/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./distribution.sql.ts";
import type { Listed } from "./policy.ts";

export interface QueueRule {
  readonly queueId: number;
  /** The person who got the last ticket. */
  readonly lastId: number | null;
}

/** True when a person has open or offered tickets. */
export const holdsTickets = (db: Db, userId: number): boolean =>
  queryOne(db, sql.holdsTickets, { holderId: userId }) !== undefined;

/** The rule of a queue that distributes; undefined when it does not. */
export const queueRule = (db: Db, queueId: number | null): QueueRule | undefined =>
  queueId === null ? undefined : queryOne(db, sql.ruleOfQueue, { id: queueId });

/** The distribution list of a queue in its order, with who is available now. */
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

/** The people the ticket was offered to since it entered its queue. */
export const hadTicket = (db: Db, ticketId: number): ReadonlySet<number> =>
  new Set(queryAll(db, sql.usersOffered, { ticketId }).map(({ id }) => id));

/** Distributing queues of this user with waiting tickets that are not offered. */
export const queuesWithWaiting = (db: Db, userId: number): number[] =>
  queryAll(db, sql.queuesWithWaiting, { userId }).map(({ id }) => id);

/** Waiting tickets of these queues that are not offered, longest wait first; `exceptId` is left out. */
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
