import { type OutboxRow, outbox } from "#inbox/messages/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";

const { columns, read } = rowReader(outbox, "r");

export { read };

type Pair = { connectionId: number; contactId: number };

/**
 * SQL: true while the contact has never written on the connection. The time in a ticket is read because it remains when the messages
 * are deleted; it does not count if the ticket was moved here and the customer wrote on another connection.
 */
export const neverWroteOn = (contact: string, connection: string): string =>
  `NOT EXISTS (SELECT 1 FROM message m WHERE m.contact_id = ${contact}
    AND m.connection_id = ${connection} AND m.from_me = 0)
  AND NOT EXISTS (SELECT 1 FROM ticket t WHERE t.contact_id = ${contact}
    AND t.connection_id = ${connection} AND t.last_customer_message_at IS NOT NULL AND t.wrote_elsewhere = 0
    AND NOT EXISTS (SELECT 1 FROM message o WHERE o.ticket_id = t.id AND o.from_me = 0
      AND o.connection_id <> ${connection}))`;
/** For a statement with a contact and a connection. */
export const NEVER_WROTE = neverWroteOn(":contactId", ":connectionId");
export const neverWrote = query<Pair, unknown>(`SELECT 1 WHERE ${NEVER_WROTE}`);

const MOVING = "id IN (SELECT value FROM json_each(:ids))";
/**
 * Moves queued messages to another connection, where their contacts may be cold; groups never are. `ids` is a JSON list. Looks up
 * each contact once, because a chat may have thousands of queued messages.
 */
export const moveSends = query<{ toId: number; ids: string }>(
  `WITH receiver AS MATERIALIZED (
    SELECT queued.contact_id AS id, c.is_group IS 0
      AND (SELECT channel FROM connection WHERE id = :toId) = 'whatsapp'
      AND ${neverWroteOn("queued.contact_id", ":toId")} AS is_cold
    FROM (SELECT DISTINCT contact_id FROM outbox WHERE ${MOVING}) queued LEFT JOIN contact c ON c.id = queued.contact_id
  )
  UPDATE outbox SET connection_id = :toId, is_cold = receiver.is_cold
  FROM receiver WHERE receiver.id = outbox.contact_id AND outbox.${MOVING}`,
);

export const sendInterval = query<{ connectionId: number }, { readonly ms: number }>(
  "SELECT send_interval_ms AS ms FROM connection WHERE id = :connectionId",
);
export const clearCold = query<{ id: number }>("UPDATE outbox SET is_cold = 0 WHERE id = :id");
export const hold = query<{
  id: number;
  heldBy: string;
  nextTryAt: number;
  refusals: number;
  /** Why the network refused the message; null = it was not sent. */
  error: string | null;
}>(
  `UPDATE outbox SET state = 'queued', held_by = :heldBy, next_try_at = :nextTryAt, refusals = :refusals,
  error = :error, provider_id = NULL, sent_at = NULL WHERE id = :id`,
);
/** The columns of a held row that its release needs. */
export type Held = Pick<OutboxRow, "id" | "messageId" | "kind" | "error">;
const HELD = "id, message_id AS messageId, kind, error";
/** The order of release: people, bots, schedules, API, campaigns; the oldest first. */
const ORDER = "priority, source = 'api', id";

/** `ids` is a JSON list. Its first row is due after `turn` pauses, each further row one pause later. */
export const release = query<{
  ids: string;
  startAt: number;
  turn: number;
  paceMs: number;
  /** Number of pauses of `paceMs`; later pauses take `laterPaceMs`. */
  pacedRows: number;
  laterPaceMs: number;
}>(`UPDATE outbox SET held_by = NULL, error = NULL, next_try_at = :startAt + min(:turn + j.key, :pacedRows) * :paceMs
    + max(0, :turn + j.key - :pacedRows) * :laterPaceMs
  FROM json_each(:ids) j WHERE outbox.id = j.value AND state = 'queued'`);
/** `ids` is a JSON list; `untilMs` null = until the rows expire. */
export const holdOn = query<{
  ids: string;
  heldBy: string;
  untilMs: number | null;
  heldMs: number;
  botMs: number;
}>(`UPDATE outbox SET held_by = :heldBy,
    next_try_at = coalesce(:untilMs, created_at + iif(source IN ('bot', 'ai'), :botMs, :heldMs))
  WHERE id IN (SELECT value FROM json_each(:ids)) AND state = 'queued'`);
/** `ids` is a JSON list of messages. */
export const showQueued = query<{ ids: string; error: string | null; updatedAt: number }>(
  `UPDATE message SET send_state = 'queued', send_error = :error, updated_at = :updatedAt
  WHERE id IN (SELECT value FROM json_each(:ids))`,
);
export const heldBy = query<{ connectionId: number; heldBy: string }, Held>(
  `SELECT ${HELD} FROM outbox WHERE connection_id = :connectionId AND held_by = :heldBy AND state = 'queued'
  ORDER BY ${ORDER}`,
);
/** Queued rows to cold contacts that are not held, including rows that wait for their time or a retry. */
export const unheldCold = query<{ connectionId: number }, Held>(
  `SELECT ${HELD} FROM outbox INDEXED BY outbox_due WHERE connection_id = :connectionId AND state = 'queued'
  AND state IN ('queued', 'sending') AND is_cold = 1 AND held_by IS NULL AND kind = 'message' ORDER BY ${ORDER}`,
);
/**
 * Held rows of a connection whose restriction has ended or no longer prevents new chats. A row that the network refused waits for
 * the end of its restriction, whatever its effect. `effects` is a JSON list.
 */
export const unheld = query<{ connectionId: number; effects: string }, Held>(
  `SELECT ${HELD} FROM outbox r INDEXED BY outbox_held WHERE r.connection_id = :connectionId
  AND r.held_by IS NOT NULL AND r.held_by NOT IN ('budget', 'number_check', 'refused') AND r.state = 'queued'
  AND NOT EXISTS (SELECT 1 FROM connection_restriction c WHERE c.connection_id = r.connection_id AND c.kind = r.held_by
    AND c.lifted_at IS NULL AND (r.refusals > 0 OR c.effect IN (SELECT value FROM json_each(:effects))))
  ORDER BY ${ORDER}`,
);
/** Number of released rows that wait for their time. */
export const countReleased = query<{ connectionId: number; now: number }, { readonly n: number }>(
  `SELECT count(*) AS n FROM outbox INDEXED BY outbox_due WHERE connection_id = :connectionId AND state = 'queued'
  AND state IN ('queued', 'sending') AND is_cold = 1 AND attempts = 0 AND held_by IS NULL AND next_try_at > :now`,
);
/** Held rows of a chat, and released rows that wait for their time. */
export const heldOfChat = query<Pair & { now: number }, Held>(
  `SELECT ${HELD} FROM outbox INDEXED BY outbox_chat
  WHERE connection_id = :connectionId AND contact_id = :contactId AND state = 'queued'
  AND (held_by IS NOT NULL OR (is_cold = 1 AND attempts = 0 AND next_try_at > :now))`,
);
export const allHeld = query<{ connectionId: number }, Held>(
  `SELECT ${HELD} FROM outbox WHERE connection_id = :connectionId AND held_by IS NOT NULL
  AND state = 'queued' AND kind = 'message' ORDER BY ${ORDER}`,
);
export const countHeld = query<{ connectionId: number }, { readonly n: number }>(
  "SELECT count(*) AS n FROM outbox WHERE connection_id = :connectionId AND held_by IS NOT NULL",
);
export const connectionsWithHeld = query<Record<never, never>, { readonly id: number }>(
  "SELECT DISTINCT connection_id AS id FROM outbox WHERE state = 'queued' AND (held_by IS NOT NULL OR is_cold = 1)",
);
const DUE = "held_by IN ('budget', 'number_check', 'refused') AND state = 'queued' AND next_try_at <= :now";
/** Rows that wait for a time instead of the end of a restriction. */
export const dueHeld = query<{ connectionId: number; now: number }, Held>(
  `SELECT ${HELD} FROM outbox INDEXED BY outbox_held WHERE connection_id = :connectionId AND ${DUE} ORDER BY ${ORDER}`,
);
export const connectionsWithDue = query<{ now: number }, { readonly id: number }>(
  `SELECT DISTINCT connection_id AS id FROM outbox INDEXED BY outbox_held WHERE ${DUE}`,
);
/** Held rows that waited too long; rows of bots have a shorter limit. */
export const expiredHeld = query<{ before: number; botsBefore: number; limit: number }, unknown>(
  `SELECT ${columns} FROM outbox r INDEXED BY outbox_held WHERE r.held_by IS NOT NULL AND r.state = 'queued'
  AND r.created_at <= CASE WHEN r.source IN ('bot', 'ai') THEN :botsBefore ELSE :before END LIMIT :limit`,
);
