import { OF_META } from "#channels/connections/index.ts";
import { outbox } from "#inbox/messages/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";
import { PRIORITY } from "./enqueue.ts";

/** A send with an id of Meta waits for its status, which may take days (docs/rules/messages.md#outbox). */
const LATE_AT = `iif(substr(provider_id, 1, ${OF_META.length}) = '${OF_META}', :statusLateAt, :lateAt)`;

/** SQLite uses a partial index only when the query repeats the index's condition literally. */
const LIVE = "state IN ('queued', 'sending')";

const PRIORITIES = Object.values(PRIORITY).join(", ");

const { columns, read } = rowReader(outbox, "r");

export { read };

export const deleteUnsent = query<{ id: number }>(
  "DELETE FROM outbox WHERE id = :id AND provider_id IS NULL",
);
/**
 * Keeps the order within a chat: rows behind a row that waits for a retry also wait. The query walks the index in the
 * order of sending and stops after `limit` rows, so a long queue costs no more than a short one. With the list of all
 * priorities, SQLite looks up older rows of a chat instead of reading all rows the chat has in the queue.
 */
export const nextDue = query<
  { connectionId: number; nextTryAt: number; limit: number },
  unknown
>(`SELECT ${columns} FROM outbox r INDEXED BY outbox_due
  WHERE r.connection_id = :connectionId AND r.state = 'queued' AND r.${LIVE} AND r.next_try_at <= :nextTryAt
  AND r.held_by IS NULL
  AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.connection_id = :connectionId AND e.contact_id = r.contact_id
    AND e.state = 'queued' AND e.priority IN (${PRIORITIES}) AND e.priority <= r.priority AND e.id < r.id)
  ORDER BY r.priority, r.id LIMIT :limit`);
/** The first row of a contact in the order of sending, due or not. */
export const nextOfContact = query<
  { connectionId: number; contactId: number },
  unknown
>(`SELECT ${columns} FROM outbox r INDEXED BY outbox_chat
  WHERE r.connection_id = :connectionId AND r.contact_id = :contactId AND r.state = 'queued' ORDER BY r.priority, r.id LIMIT 1`);
export const byId = query<{ id: number }, unknown>(`SELECT ${columns} FROM outbox r WHERE r.id = :id`);
export const byProviderId = query<{ providerId: string; connectionId: number }, unknown>(
  `SELECT ${columns} FROM outbox r WHERE r.provider_id = :providerId AND r.connection_id = :connectionId`,
);
export const ofMessage = query<{ messageId: number }, unknown>(
  `SELECT ${columns} FROM outbox r WHERE r.message_id = :messageId AND r.kind = 'message'`,
);
export const ofSource = query<{ source: string; sourceKey: string }, unknown>(
  `SELECT ${columns} FROM outbox r WHERE r.source = :source AND r.source_key = :sourceKey`,
);
/** Keys with a suffix sort between `key:` and `key;`. */
export const partsOf = query<{ source: string; from: string; to: string }, unknown>(
  `SELECT ${columns} FROM outbox r WHERE r.source = :source AND r.source_key > :from AND r.source_key < :to ORDER BY r.id`,
);
export const claim = query<{ providerId: string | null; nextTryAt: number; id: number }>(
  `UPDATE outbox SET state = 'sending', provider_id = :providerId, next_try_at = :nextTryAt WHERE id = :id AND state = 'queued'`,
);
export const overdue = query<{ connectionId: number; nextTryAt: number }, unknown>(
  `SELECT ${columns} FROM outbox r WHERE r.connection_id = :connectionId AND r.state = 'sending' AND r.${LIVE} AND r.next_try_at <= :nextTryAt`,
);
export const sending = query<{ connectionId: number }, unknown>(
  `SELECT ${columns} FROM outbox r WHERE r.connection_id = :connectionId AND r.state = 'sending' AND r.${LIVE} ORDER BY r.id`,
);
export const requeue = query<{ attempts: number; nextTryAt: number; id: number }>(
  "UPDATE outbox SET state = 'queued', attempts = :attempts, next_try_at = :nextTryAt WHERE id = :id",
);
/**
 * Corrects the times of rows that were written while the clock was ahead; their pauses begin now. Such a row was created in the
 * future, or its next attempt is further away than the longest pause of its state.
 */
export const correctTimes = query<{
  connectionId: number;
  now: number;
  lateAt: number;
  statusLateAt: number;
  longestPause: number;
}>(`UPDATE outbox SET created_at = min(created_at, :now), next_try_at = CASE WHEN state = 'sending' THEN min(next_try_at, ${LATE_AT})
    WHEN attempts = 0 THEN :now + max(0, next_try_at - created_at) ELSE :now END
  WHERE connection_id = :connectionId AND ${LIVE} AND (created_at > :now
    OR (state = 'sending' AND next_try_at > ${LATE_AT}) OR (attempts > 0 AND next_try_at > :now + :longestPause))`);
export const requeueFailed = query<{
  nextTryAt: number;
  id: number;
}>(`UPDATE outbox SET state = 'queued', attempts = 0, refusals = 0, error = NULL, next_try_at = :nextTryAt,
  created_at = :nextTryAt WHERE id = :id AND state = 'failed'`);
export const requeueCompleted = query<{
  nextTryAt: number;
  id: number;
}>(`UPDATE outbox SET state = 'queued', attempts = 0, refusals = 0, error = NULL, next_try_at = :nextTryAt,
  created_at = :nextTryAt WHERE id = :id AND state IN ('failed', 'cancelled')`);
export const complete = query<{ state: string; error: string | null; sentAt: number | null; id: number }>(
  "UPDATE outbox SET state = :state, held_by = NULL, error = :error, sent_at = :sentAt WHERE id = :id",
);
export const queuedOfBots = query<{ ticketId: number }, unknown>(
  `SELECT ${columns} FROM outbox r WHERE r.ticket_id = :ticketId AND r.state = 'queued' AND r.source IN ('bot', 'ai') ORDER BY r.id`,
);
export const queuedOnDeleted = query<{ limit: number }, unknown>(
  `SELECT ${columns} FROM connection k CROSS JOIN outbox r INDEXED BY outbox_due ON r.connection_id = k.id
  WHERE k.deleted_at IS NOT NULL AND r.state = 'queued' AND r.${LIVE} LIMIT :limit`,
);
export const isOwnMessage = query<{ providerId: string; connectionId: number }, unknown>(
  "SELECT 1 FROM message WHERE provider_id = :providerId AND connection_id = :connectionId AND from_me = 1",
);
export const isOwnSend = query<{ providerId: string; connectionId: number }, unknown>(
  "SELECT 1 FROM outbox WHERE provider_id = :providerId AND connection_id = :connectionId",
);

/** At most one message per chat is sent at a time. */
export const sendingOfChat = query<
  { connectionId: number; contactId: number },
  unknown
>(`SELECT ${columns} FROM outbox r WHERE r.connection_id = :connectionId AND r.contact_id = :contactId AND r.state = 'sending'
  AND r.state IN ('queued', 'sending') ORDER BY r.id LIMIT 1`);

export const hasQueued = query<{ connectionId: number }, unknown>(
  "SELECT 1 FROM outbox WHERE connection_id = :connectionId AND state = 'queued'",
);
export const openConnections = query<
  { readonly checkAt: number },
  {
    readonly id: number;
    readonly status: string;
    /** Time at which the connection's next row is due, ms; held rows are checked at `checkAt`. */
    readonly next: number;
    readonly oldest: number;
    readonly newest: number;
    /** The latest time at which a row is due or late, ms. */
    readonly last: number;
  }
>(`SELECT r.connection_id AS id, w.status, min(iif(r.held_by IS NULL, r.next_try_at, min(r.next_try_at, :checkAt))) AS next,
    min(r.created_at) AS oldest, max(r.created_at) AS newest, max(r.next_try_at) AS last
  FROM outbox r JOIN connection w ON w.id = r.connection_id WHERE r.state IN ('queued', 'sending') GROUP BY r.connection_id`);
/**
 * Rows of people, the system and bots that waited longer than their limit (docs/rules/messages.md#outbox). The limit is part of the
 * query, so that rows which may still wait do not fill the page.
 */
export const expired = query<
  { botsBefore: number; before: number; heldBefore: number; limit: number },
  unknown
>(`SELECT ${columns} FROM outbox r WHERE r.state = 'queued' AND r.priority <= 1 AND r.held_by IS NULL
  AND r.created_at < CASE WHEN r.source IN ('bot', 'ai') THEN :botsBefore
    WHEN r.is_cold = 1 OR r.connection_id IN (SELECT connection_id FROM connection_restriction
      WHERE kind = 'temp_ban' AND lifted_at IS NULL) THEN :heldBefore
    ELSE :before END
  ORDER BY r.id LIMIT :limit`);

export const deleteFailed = query<{ id: number }>("DELETE FROM outbox WHERE id = :id AND state = 'failed'");

export const takeBackAcceptance = query<{ id: number }>("UPDATE message SET ack = 0 WHERE id = :id");
export const clearProviderId = query<{ id: number }>("UPDATE outbox SET provider_id = NULL WHERE id = :id");

/** Connections with rows to send. */
export const connectionsWaiting = query<void, { readonly connectionId: number }>(
  "SELECT DISTINCT connection_id AS connectionId FROM outbox WHERE state IN ('queued', 'sending')",
);
/** Connections with tickets that changed since a time, ms. */
export const connectionsUsed = query<{ since: number }, { readonly connectionId: number }>(
  `SELECT DISTINCT connection_id AS connectionId FROM ticket
   WHERE status IN ('open', 'pending') AND updated_at > :since`,
);
/** Templates are the only messages outside answer windows; sent rows are kept for a day or more. */
export const templateRecipients = query<{ since: number }, { readonly n: number }>(
  `SELECT count(DISTINCT contact_id) AS n FROM outbox
   WHERE created_at >= :since AND state <> 'cancelled' AND instr(payload, '"type":"template"') > 0
     AND json_extract(payload, '$.content.type') = 'template'`,
);
