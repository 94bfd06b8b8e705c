import { query } from "#platform/db/query.ts";

/** Closes per company and run: docs/rules/automation.md#inactivity. */
const LIMIT = 200;
// `defaultMinutes`: the installation's minutes, used when the connection has none; 0 = off.
const MINUTES =
  "CASE WHEN w.expires_ticket_minutes > 0 THEN w.expires_ticket_minutes ELSE :defaultMinutes END";
const IDLE = `FROM connection w CROSS JOIN ticket t INDEXED BY ticket_idle ON t.connection_id = w.id AND t.status = 'open'
  AND t.is_group = 0 AND t.last_message_from_me = 1 AND t.asleep_since IS NULL
  AND NOT EXISTS (SELECT 1 FROM follow_up_run f WHERE f.ticket_id = t.id AND f.state = 'running')`;
export interface Overdue {
  readonly id: number;
  readonly lastMessageAt: number;
  readonly overdueMs: number;
}
export const MINUTE_MS = 60_000;

export const idleMinutes = query<{ defaultMinutes: number; id: number }, { minutes: number }>(
  `SELECT ${MINUTES} AS minutes FROM connection w WHERE w.id = :id`,
);
/**
 * The idle time counts from the last message, but not before the start of the attendance. Tickets whose last message belongs to a
 * campaign or a scheduled message are excluded, because it expects no reply.
 */
export const overdueTickets = query<
  { defaultMinutes: number; resumedAt: number; now: number },
  Overdue
>(`SELECT t.id, t.last_message_at AS lastMessageAt,
    :now - max(t.last_message_at, coalesce(r.started_at, 0), coalesce(t.woken_at, 0), :resumedAt) - ${MINUTES} * ${MINUTE_MS} AS overdueMs
  ${IDLE} AND t.last_message_at < :now - ${MINUTES} * ${MINUTE_MS}
  AND coalesce(t.woken_at, 0) < :now - ${MINUTES} * ${MINUTE_MS}
  JOIN ticket_period r ON r.ticket_id = t.id AND r.finished_at IS NULL
    AND coalesce(r.started_at, 0) < :now - ${MINUTES} * ${MINUTE_MS}
  JOIN message m ON m.id = t.last_message_id AND m.origin IN ('user', 'phone', 'bot', 'ai', 'system', 'rule', 'followup')
  WHERE ${MINUTES} > 0 AND :resumedAt < :now - ${MINUTES} * ${MINUTE_MS} LIMIT ${LIMIT}`);
export const nextIdle = query<
  { defaultMinutes: number; resumedAt: number },
  { at: number | null }
>(`SELECT min(max((SELECT min(t.last_message_at) FROM ticket t INDEXED BY ticket_idle
    WHERE t.connection_id = w.id AND t.status = 'open' AND t.is_group = 0 AND t.last_message_from_me = 1
      AND t.asleep_since IS NULL
      AND NOT EXISTS (SELECT 1 FROM follow_up_run f WHERE f.ticket_id = t.id AND f.state = 'running')), :resumedAt)
    + ${MINUTES} * ${MINUTE_MS}) AS at
  FROM connection w WHERE ${MINUTES} > 0`);
