import { type OutboxRow, outbox } from "#inbox/messages/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { all, type Db, one, run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { PRIORITY } from "./enqueue.ts";

const { columns, read } = rowReader(outbox, "r");
const PRIORITIES = Object.values(PRIORITY).join(", ");

// SQLite takes a partial index only where its condition is repeated word for word.
const LIVE = "state IN ('queued', 'sending')";
// Order is kept per chat: behind a row that waits for another try, its equals wait too. The index is walked in the order
// of sending and left after the first few: a long queue costs no more than a short one. The list of all priorities lets
// SQLite look up older rows of a chat instead of reading all rows that the chat has in the queue.
const HEADS = `SELECT ${columns} FROM outbox r INDEXED BY outbox_due
  WHERE r.connection_id = ?1 AND r.state = 'queued' AND r.${LIVE} AND r.next_try_at <= ?2
  AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.connection_id = ?1 AND e.contact_id = r.contact_id
    AND e.state = 'queued' AND e.priority IN (${PRIORITIES}) AND e.priority <= r.priority AND e.id < r.id)
  ORDER BY r.priority, r.id LIMIT ?3`;
const BY_ID = `SELECT ${columns} FROM outbox r WHERE r.id = ?`;
const BY_PROVIDER = `SELECT ${columns} FROM outbox r WHERE r.provider_id = ? AND r.connection_id = ?`;
const OF_MESSAGE = `SELECT ${columns} FROM outbox r WHERE r.message_id = ? AND r.kind = 'message'`;
const OF_SOURCE = `SELECT ${columns} FROM outbox r WHERE r.source = ? AND r.source_key = ?`;
const CLAIM = `UPDATE outbox SET state = 'sending', provider_id = ?, next_try_at = ? WHERE id = ? AND state = 'queued'`;
const LATE = `SELECT ${columns} FROM outbox r WHERE r.connection_id = ? AND r.state = 'sending' AND r.${LIVE} AND r.next_try_at <= ?`;
const SENDING = `SELECT ${columns} FROM outbox r WHERE r.connection_id = ? AND r.state = 'sending' AND r.${LIVE} ORDER BY r.id`;
const REQUEUE = "UPDATE outbox SET state = 'queued', attempts = ?, next_try_at = ? WHERE id = ?";
const AGAIN = `UPDATE outbox SET state = 'queued', attempts = 0, error = NULL, next_try_at = ?1, created_at = ?1
  WHERE id = ?2 AND state = 'failed'`;
const REVIVE = `UPDATE outbox SET state = 'queued', attempts = 0, error = NULL, next_try_at = ?1, created_at = ?1
  WHERE id = ?2 AND state IN ('failed', 'cancelled')`;
const SETTLE = "UPDATE outbox SET state = ?, error = ?, sent_at = ? WHERE id = ?";

const QUEUED_OF_TICKET = `SELECT ${columns} FROM outbox r WHERE r.ticket_id = ? AND r.state = 'queued' ORDER BY r.id`;

const QUEUED_OF_CONNECTION = `SELECT ${columns} FROM outbox r
  WHERE r.connection_id = ? AND r.state = 'queued' AND r.${LIVE} ORDER BY r.id`;

const first = (row: unknown): OutboxRow | undefined => (row === undefined ? undefined : read(row));

/** What may go next: the first of each chat and rank that is due, best rank first. */
export const heads = (db: Db, connectionId: number, nowMs: number, limit: number): OutboxRow[] =>
  all(db, HEADS, connectionId, nowMs, limit).map(read);

export const outboxById = (db: Db, id: number): OutboxRow | undefined => first(one(db, BY_ID, id));
export const outboxByProviderId = (db: Db, connectionId: number, providerId: string): OutboxRow | undefined =>
  first(one(db, BY_PROVIDER, providerId, connectionId));
/** The send that brought this message out (not its edits and reactions). */
export const sendOf = (db: Db, messageId: number): OutboxRow | undefined =>
  first(one(db, OF_MESSAGE, messageId));

/** What was decided under this key before. */
export const outboxBySource = (db: Db, source: string, sourceKey: string): OutboxRow | undefined =>
  first(one(db, OF_SOURCE, source, sourceKey));

/** What still waits to be sent from a ticket. */
export const queuedOfTicket = (db: Db, ticketId: number): OutboxRow[] =>
  all(db, QUEUED_OF_TICKET, ticketId).map(read);

export const queuedOfConnection = (db: Db, connectionId: number): OutboxRow[] =>
  all(db, QUEUED_OF_CONNECTION, connectionId).map(read);

/** Handed over, and the network did not accept them in time. */
export const lateRows = (db: Db, connectionId: number, nowMs: number): OutboxRow[] =>
  all(db, LATE, connectionId, nowMs).map(read);
export const sendingRows = (db: Db, connectionId: number): OutboxRow[] =>
  all(db, SENDING, connectionId).map(read);

/** Takes a row for handing over, with the id it will carry; false when somebody took it back meanwhile. */
export const claim = (unit: TenantUnit, id: number, providerId: string, acceptedByMs: number): boolean =>
  run(unit.db, CLAIM, providerId, acceptedByMs, id).changes === 1;

export const requeue = (unit: TenantUnit, id: number, attempts: number, atMs: number): void =>
  void run(unit.db, REQUEUE, attempts, atMs, id);

/** A person wants a failed row to go once more, as if it were decided now; false when it did not fail. */
export const requeueFailed = (unit: TenantUnit, id: number): boolean =>
  run(unit.db, AGAIN, unit.now, id).changes === 1;

/** Back into the queue under its own id, whether it failed or was withdrawn. */
export const revive = (unit: TenantUnit, id: number): void => void run(unit.db, REVIVE, unit.now, id);
/** A row that was never handed over, and its key. */
export const deleteUnsentRow = (unit: TenantUnit, id: number): void =>
  void run(unit.db, "DELETE FROM outbox WHERE id = ? AND provider_id IS NULL", id);

export const completeRow = (
  unit: TenantUnit,
  id: number,
  state: "sent" | "failed" | "cancelled",
  error: string | null,
): void => void run(unit.db, SETTLE, state, error, state === "sent" ? unit.now : null, id);

const IN_MESSAGES = "SELECT 1 FROM message WHERE provider_id = ? AND connection_id = ? AND from_me = 1";
const IN_OUTBOX = "SELECT 1 FROM outbox WHERE provider_id = ? AND connection_id = ?";

/** True when we made this id ourselves: what comes back under it is our own message. */
export const isOwnProviderId = (db: Db, connectionId: number, providerId: string): boolean =>
  one(db, IN_MESSAGES, providerId, connectionId) !== undefined ||
  one(db, IN_OUTBOX, providerId, connectionId) !== undefined;
