import { query } from "#platform/db/query.ts";
import type { Listed } from "./policy.ts";
import type { QueueRule } from "./queries.ts";

/** Rows per company and run: docs/rules/jobs.md#periods. */
const LIMIT = 200;
const SINCE = "max(r.created_at, coalesce(t.last_bot_at, 0))";
const UNQUEUED = `FROM ticket t INDEXED BY ticket_unqueued
  JOIN ticket_period r ON r.ticket_id = t.id AND r.finished_at IS NULL
  WHERE t.connection_id = :connectionId AND t.status = 'pending' AND t.queue_id IS NULL AND t.user_id IS NULL`;
export interface Rule {
  readonly connectionId: number;
  readonly queueId: number;
  readonly afterMs: number;
}

export const deleteOffers = query<{ ticketId: number }>(
  "DELETE FROM distribution_offer WHERE ticket_id = :ticketId",
);
export const anyOffer = query<{ ticketId: number }, unknown>(
  "SELECT 1 FROM distribution_offer WHERE ticket_id = :ticketId LIMIT 1",
);
export const insertOffer = query<{
  ticketId: number;
  userId: number;
  now: number;
}>(`INSERT INTO distribution_offer (ticket_id, user_id, offered_at) VALUES (:ticketId, :userId, :now)
  ON CONFLICT (ticket_id, user_id) DO UPDATE SET offered_at = excluded.offered_at`);
export const holdsTickets = query<{ holderId: number }, unknown>(
  `SELECT 1 FROM ticket_count WHERE status IN ('open', 'pending') AND holder_id = :holderId AND tickets > asleep LIMIT 1`,
);
export const ruleOfQueue = query<
  { id: number },
  QueueRule
>(`SELECT id AS queueId, last_distributed_user_id AS lastId FROM queue
  WHERE id = :id AND allow_distributed = 1`);
export const candidatesOf = query<
  { queueId: number },
  Pick<Listed, "id" | "limit"> & { ready: number }
>(`SELECT d.user_id AS id, u.max_open_tickets AS "limit",
    u.deleted_at IS NULL AND u.away = 0 AND m.user_id IS NOT NULL AS ready
  FROM queue_distribution d JOIN user u ON u.id = d.user_id
  LEFT JOIN user_queue m ON m.user_id = d.user_id AND m.queue_id = d.queue_id
  WHERE d.queue_id = :queueId ORDER BY d.position, d.user_id`);
// Without tickets that are asleep: they take no capacity, and stay with absent attendants (docs/rules/tickets.md#snooze).
export const loadsOf = query<
  { ids: string },
  { id: number; load: number }
>(`SELECT holder_id AS id, sum(tickets - asleep) AS load FROM ticket_count
  WHERE status IN ('open', 'pending') AND holder_id IN (SELECT value FROM json_each(:ids)) GROUP BY holder_id`);
export const usersOffered = query<{ ticketId: number }, { id: number }>(
  "SELECT user_id AS id FROM distribution_offer WHERE ticket_id = :ticketId",
);
// Reads only the ticket counters, no tickets.
export const queuesWithWaiting = query<
  { userId: number },
  { id: number }
>(`SELECT q.id FROM queue_distribution d JOIN queue q ON q.id = d.queue_id AND q.allow_distributed = 1
  JOIN user_queue m ON m.user_id = d.user_id AND m.queue_id = d.queue_id
  JOIN ticket_count c ON c.status = 'pending' AND c.queue_id = q.id AND c.holder_id = 0 AND c.tickets > 0
  WHERE d.user_id = :userId`);
// Tickets that wait without an active bot, are not offered now, and were not offered to this user before.
export const waitingTickets = query<
  { ids: string; id: number; userId: number; limit: number },
  { id: number }
>(`SELECT t.id FROM ticket t INDEXED BY ticket_list_queue
  JOIN ticket_period r ON r.ticket_id = t.id AND r.finished_at IS NULL
  WHERE t.queue_id IN (SELECT value FROM json_each(:ids)) AND t.status = 'pending' AND t.user_id IS NULL
    AND t.user_distributed IS NULL AND t.chatbot = 0 AND t.use_integration = 0 AND t.id <> :id
    AND NOT EXISTS (SELECT 1 FROM distribution_offer o WHERE o.ticket_id = t.id AND o.user_id = :userId)
  ORDER BY t.priority DESC, coalesce(r.queued_at, r.created_at), t.id LIMIT :limit`);
// A target queue that is not linked to the connection disables the rule (docs/rules/automation.md#redirection).
const REDIRECT_RULES = `SELECT w.id AS connectionId, w.redirect_queue_id AS queueId, w.redirect_after_minutes * 60000 AS afterMs
  FROM connection w JOIN connection_queue cq ON cq.connection_id = w.id AND cq.queue_id = w.redirect_queue_id
  WHERE w.deleted_at IS NULL AND w.redirect_after_minutes > 0`;
export const redirectRules = query<Record<never, never>, Rule>(REDIRECT_RULES);
export const redirectRuleOf = query<{ connectionId: number }, Rule>(
  `${REDIRECT_RULES} AND w.id = :connectionId`,
);
export const overdueUnqueued = query<{ connectionId: number; before: number }, { id: number }>(
  `SELECT t.id ${UNQUEUED} AND ${SINCE} < :before ORDER BY t.id LIMIT ${LIMIT}`,
);
export const oldestUnqueued = query<{ connectionId: number }, { at: number | null }>(
  `SELECT min(${SINCE}) AS at ${UNQUEUED}`,
);
export const oldestOffer = query<
  Record<never, never>,
  { at: number | null }
>(`SELECT min(distributed_at) AS at FROM ticket INDEXED BY ticket_distributed
  WHERE status = 'pending' AND user_distributed IS NOT NULL`);
export const holders = query<
  { status: string },
  { id: number; away: number; lastSeenAt: number | null }
>(`SELECT u.id, u.away, u.last_seen_at AS lastSeenAt FROM user u WHERE u.deleted_at IS NULL
  AND u.id IN (SELECT holder_id FROM ticket_count WHERE status = :status AND tickets > asleep)`);
export const hasLimit = query<{ id: number }, unknown>(
  "SELECT 1 FROM user WHERE id = :id AND max_open_tickets > 0",
);
export const overdueOffers = query<
  { before: number },
  { id: number }
>(`SELECT id FROM ticket INDEXED BY ticket_distributed
  WHERE status = 'pending' AND user_distributed IS NOT NULL AND distributed_at <= :before ORDER BY distributed_at LIMIT ${LIMIT}`);
export const ticketsOfferedTo = query<
  { ids: string },
  { id: number }
>(`SELECT id FROM ticket INDEXED BY ticket_distributed
  WHERE status = 'pending' AND user_distributed IN (SELECT value FROM json_each(:ids)) ORDER BY distributed_at LIMIT ${LIMIT}`);
export const openTicketsOf = query<
  { ids: string },
  { id: number }
>(`SELECT id FROM ticket INDEXED BY ticket_list_user
  WHERE status = 'open' AND asleep_since IS NULL AND user_id IN (SELECT value FROM json_each(:ids)) LIMIT ${LIMIT}`);
