import { outbox } from "#inbox/messages/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";

const { columns, read } = rowReader(outbox, "r");

export { read };

export const bundling = query<
  Record<never, never>,
  { readonly id: number; readonly who: "automatic" | "everybody"; readonly seconds: number }
>(`SELECT id, bundle_for AS who, bundle_seconds AS seconds FROM connection
  WHERE provider = 'cloud' AND bundle_for IN ('automatic', 'everybody') AND deleted_at IS NULL`);

type Chat = { connectionId: number; contactId: number };
/** End of the window in which texts with this key are collected. */
export const openWindow = query<
  Chat & { key: string; now: number },
  { readonly endsAt: number }
>(`SELECT next_try_at AS endsAt FROM outbox INDEXED BY outbox_chat
  WHERE connection_id = :connectionId AND contact_id = :contactId AND state = 'queued' AND bundle_key = :key
  AND bundle_of IS NULL AND attempts = 0 AND next_try_at > :now ORDER BY id DESC LIMIT 1`);
/** Ends the windows of a chat; with `except`, those with another key. */
export const release = query<Chat & { except: string; now: number }>(`UPDATE outbox SET next_try_at = :now
  WHERE connection_id = :connectionId AND contact_id = :contactId AND state = 'queued' AND bundle_key IS NOT NULL
  AND bundle_key <> :except AND bundle_of IS NULL AND attempts = 0 AND next_try_at > :now`);
/** Ends the window of one author in a ticket. */
export const releaseKey = query<Chat & { key: string; now: number }>(`UPDATE outbox SET next_try_at = :now
  WHERE connection_id = :connectionId AND contact_id = :contactId AND state = 'queued' AND bundle_key = :key
  AND bundle_of IS NULL AND attempts = 0 AND next_try_at > :now`);

/** The rows of a chat that are sent after this one. */
export const following = query<
  Chat & { priority: number; id: number; limit: number },
  unknown
>(`SELECT ${columns} FROM outbox r INDEXED BY outbox_chat
  WHERE r.connection_id = :connectionId AND r.contact_id = :contactId AND r.state = 'queued' AND r.priority = :priority
  AND r.id > :id ORDER BY r.id LIMIT :limit`);
export const join = query<{ id: number; headId: number; state: string }>(
  "UPDATE outbox SET state = :state, bundle_of = :headId WHERE id = :id",
);
export const markMessage = query<{ id: number; firstId: number }>(
  "UPDATE message SET bundle_id = :firstId WHERE id = :id",
);
export const showMember = query<{ updatedAt: number; id: number }>(
  "UPDATE message SET send_state = 'sending', updated_at = :updatedAt WHERE id = :id",
);

/** The other rows that are sent together with a row, without messages deleted after a failure. */
export const members = query<{ headId: number }, unknown>(
  `SELECT ${columns} FROM outbox r WHERE r.bundle_of = :headId AND r.id <> :headId
  AND NOT EXISTS (SELECT 1 FROM message m WHERE m.id = r.message_id AND m.deleted_at IS NOT NULL) ORDER BY r.id`,
);
export const rejoin = query<{ headId: number }>(
  "UPDATE outbox SET state = 'bundled', error = NULL WHERE bundle_of = :headId AND id <> :headId AND state = 'failed'",
);
/** Texts of a bundle in their order, without those deleted after a failure. */
export const texts = query<
  { headId: number },
  { readonly text: string }
>(`SELECT json_extract(r.payload, '$.content.text') AS text
  FROM outbox r LEFT JOIN message m ON m.id = r.message_id WHERE r.bundle_of = :headId AND m.deleted_at IS NULL ORDER BY r.id`);

/** SQL: the times of a receipt; a message that is read was delivered. */
export const RECEIPT_TIMES = `delivered_at = iif(:ack >= 2, coalesce(delivered_at, :at), delivered_at),
  read_at = iif(:ack >= 3, coalesce(read_at, :at), read_at), played_at = iif(:ack = 5, coalesce(played_at, :at), played_at)`;
export const growMembers = query<
  { ack: number; at: number; updatedAt: number; firstId: number },
  { readonly id: number }
>(`UPDATE message SET ack = :ack, ${RECEIPT_TIMES}, updated_at = :updatedAt WHERE bundle_id = :firstId AND id <> :firstId AND ack < :ack
  RETURNING id`);
