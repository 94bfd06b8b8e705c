import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";
import type { SlaHours } from "./contract.ts";
import { type SlaClock, slaClock } from "./schema.ts";

/** Clocks per company and transaction. */
export const AT_A_TIME = 50;

const { columns } = rowReader(slaClock);
const { columns: ofAlias } = rowReader(slaClock, "c");

export const openClocks = query<{ ticketId: number }, SlaClock>(
  `SELECT ${columns} FROM sla_clock INDEXED BY sla_clock_open
   WHERE ticket_id = :ticketId AND met_at IS NULL AND dropped_at IS NULL ORDER BY id`,
);
export type NamedClock = SlaClock & { readonly policyName: string };
/** docs/rules/general.md#paging: a list without pages is limited. */
export const clocksOfTicket = query<{ ticketId: number }, NamedClock & { readonly hours: SlaHours }>(
  `SELECT ${ofAlias}, p.name AS policyName, p.hours FROM sla_clock c JOIN sla_policy p ON p.id = c.policy_id
   WHERE c.ticket_id = :ticketId ORDER BY c.id DESC LIMIT 200`,
);
export const clocksOfContact = query<
  { contactId: number; after: number; limit: number },
  NamedClock & { readonly protocol: string | null }
>(
  `SELECT ${ofAlias}, p.name AS policyName, t.protocol FROM ticket t JOIN sla_clock c ON c.ticket_id = t.id
   JOIN sla_policy p ON p.id = c.policy_id WHERE t.contact_id = :contactId AND c.id > :after ORDER BY c.id LIMIT :limit`,
);
export const metClock = query<
  { trackingId: number; policyId: number; target: string; waitedSince: number | null },
  SlaClock
>(`SELECT ${columns} FROM sla_clock INDEXED BY sla_clock_period WHERE period_id = :trackingId AND policy_id = :policyId
  AND target = :target AND waited_since = :waitedSince AND met_at IS NOT NULL AND dropped_at IS NULL LIMIT 1`);
export const endedByClose = query<{ trackingId: number; closedAt: number }, SlaClock>(
  `SELECT ${columns} FROM sla_clock WHERE period_id = :trackingId
   AND (dropped_at = :closedAt OR (target = 'resolution' AND met_at = :closedAt))`,
);
export const due = query<{ now: number }, SlaClock>(
  `SELECT ${columns} FROM sla_clock INDEXED BY sla_clock_next WHERE next_at IS NOT NULL AND next_at <= :now
   ORDER BY next_at, id LIMIT ${AT_A_TIME}`,
);
export const nextDue = query<Record<never, never>, { at: number | null }>(
  "SELECT min(next_at) AS at FROM sla_clock INDEXED BY sla_clock_next WHERE next_at IS NOT NULL",
);
/** Tickets with open clocks after this one. */
export const ticketsWithClocks = query<{ after: number }, { ticketId: number }>(
  `SELECT DISTINCT ticket_id AS ticketId FROM sla_clock INDEXED BY sla_clock_open
   WHERE met_at IS NULL AND dropped_at IS NULL AND ticket_id > :after ORDER BY ticket_id LIMIT ${AT_A_TIME}`,
);
export const hasQueues = query<{ connectionId: number }, unknown>(
  "SELECT 1 FROM connection_queue WHERE connection_id = :connectionId LIMIT 1",
);
/** The users who are notified of a miss in addition to the attendant: supervisors of the queue, and for a waiting ticket also admins. */
export const overseers = query<{ queueId: number | null; waits: number }, { id: number }>(
  `SELECT u.id FROM user u WHERE u.deleted_at IS NULL AND ((u.profile = 'supervisor' AND EXISTS (
     SELECT 1 FROM user_queue x WHERE x.user_id = u.id AND x.queue_id = :queueId))
   OR (:waits = 1 AND u.profile = 'admin')) ORDER BY u.id`,
);

export const insertClock = query<Omit<SlaClock, "id">>(`INSERT INTO sla_clock
  (period_id, ticket_id, policy_id, target, waited_since, started_at, hours_queue_id, target_ms, remaining_ms,
   counted_from, due_at, next_at, paused_at, warned_at, met_at, missed_at, dropped_at, day, queue_id, user_id, taken_ms)
  VALUES (:trackingId, :ticketId, :policyId, :target, :waitedSince, :startedAt, :hoursQueueId, :targetMs, :remainingMs,
   :countedFrom, :dueAt, :nextAt, :pausedAt, :warnedAt, :metAt, :missedAt, :droppedAt, :day, :queueId, :userId, :takenMs)`);
export const updateClock = query<SlaClock>(`UPDATE sla_clock SET hours_queue_id = :hoursQueueId,
  target_ms = :targetMs, remaining_ms = :remainingMs, counted_from = :countedFrom, due_at = :dueAt, next_at = :nextAt,
  paused_at = :pausedAt, warned_at = :warnedAt, met_at = :metAt, missed_at = :missedAt, dropped_at = :droppedAt,
  day = :day, queue_id = :queueId, user_id = :userId, taken_ms = :takenMs WHERE id = :id`);
