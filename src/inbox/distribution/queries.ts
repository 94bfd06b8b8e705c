import { PresencePort } from "#accounts/users/index.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import type { Listed } from "./policy.ts";

export interface QueueRule {
  readonly queueId: number;
  /** Whom the last ticket was given to. */
  readonly lastId: number | null;
}
const RULE = `SELECT id AS queueId, last_distributed_user_id AS lastId FROM queue
  WHERE id = ? AND allow_distributed = 1`;
const LISTED = `SELECT d.user_id AS id, u.max_open_tickets AS "limit",
    u.deleted_at IS NULL AND u.away = 0 AND m.user_id IS NOT NULL AS ready
  FROM queue_distribution d JOIN user u ON u.id = d.user_id
  LEFT JOIN user_queue m ON m.user_id = d.user_id AND m.queue_id = d.queue_id
  WHERE d.queue_id = ? ORDER BY d.position, d.user_id`;
const LOADS = `SELECT holder_id AS id, sum(tickets) AS load FROM ticket_count
  WHERE status IN ('open', 'pending') AND holder_id IN (SELECT value FROM json_each(?)) GROUP BY holder_id`;
const HAD = "SELECT user_id AS id FROM distribution_offer WHERE ticket_id = ?";
// The counts say it without looking at any ticket.
const QUEUES_OF = `SELECT q.id FROM queue_distribution d JOIN queue q ON q.id = d.queue_id AND q.allow_distributed = 1
  JOIN user_queue m ON m.user_id = d.user_id AND m.queue_id = d.queue_id
  JOIN ticket_count c ON c.status = 'pending' AND c.queue_id = q.id AND c.holder_id = 0 AND c.tickets > 0
  WHERE d.user_id = ?`;
// Waiting, no bot busy with it, nobody picked, and not offered to this user before.
const WAITING = `SELECT t.id FROM ticket t INDEXED BY ticket_list_queue
  JOIN ticket_period r ON r.ticket_id = t.id AND r.finished_at IS NULL
  WHERE t.queue_id IN (SELECT value FROM json_each(?1)) AND t.status = 'pending' AND t.user_id IS NULL
    AND t.user_distributed IS NULL AND t.chatbot = 0 AND t.use_integration = 0 AND t.id <> ?2
    AND NOT EXISTS (SELECT 1 FROM distribution_offer o WHERE o.ticket_id = t.id AND o.user_id = ?3)
  ORDER BY coalesce(r.queued_at, r.created_at), t.id LIMIT ?4`;

const HOLDS = `SELECT 1 FROM ticket_count WHERE status IN ('open', 'pending') AND holder_id = ? AND tickets > 0 LIMIT 1`;

/** True when somebody has tickets open or is offered some. */
export const holdsTickets = (db: Db, userId: number): boolean => one(db, HOLDS, userId) !== undefined;

/** The rule of a queue that distributes; undefined when it does not. */
export const queueRule = (db: Db, queueId: number | null): QueueRule | undefined =>
  queueId === null ? undefined : one<QueueRule>(db, RULE, queueId);

/** The list of a queue in its order, with who is there right now. */
export function listOf({ db, tenant }: TenantUnit, queueId: number): Listed[] {
  const presence = tenant.installation.ports.use(PresencePort);
  const users = all<Pick<Listed, "id" | "limit"> & { ready: number }>(db, LISTED, queueId);
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
  const rows = all<{ id: number; load: number }>(db, LOADS, JSON.stringify(userIds));
  return new Map(rows.map(({ id, load }) => [id, load]));
}

/** Whom the ticket was offered to since it came into its queue. */
export const hadTicket = (db: Db, ticketId: number): ReadonlySet<number> =>
  new Set(all<{ id: number }>(db, HAD, ticketId).map(({ id }) => id));

/** Queues that give this user tickets in turn, and in which some wait for nobody in particular. */
export const queuesWithWaiting = (db: Db, userId: number): number[] =>
  all<{ id: number }>(db, QUEUES_OF, userId).map(({ id }) => id);

/** Tickets of these queues that nobody was picked for, longest waiting first; `exceptId` is left out. */
export const waitingTickets = (
  db: Db,
  queueIds: readonly number[],
  of: { readonly userId: number; readonly exceptId: number; readonly limit: number },
): number[] =>
  all<{ id: number }>(db, WAITING, JSON.stringify(queueIds), of.exceptId, of.userId, of.limit).map(
    ({ id }) => id,
  );
