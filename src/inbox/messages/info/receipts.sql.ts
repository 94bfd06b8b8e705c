import { query } from "#platform/db/query.ts";

export interface Recipient {
  readonly contactId: number;
  readonly name: string;
  readonly deliveredAt: number;
  readonly readAt: number | null;
  readonly playedAt: number | null;
}

export const record = query<{ messageId: number; contactId: number; ack: number; at: number }>(
  `INSERT INTO message_receipt (message_id, contact_id, delivered_at, read_at, played_at)
  VALUES (:messageId, :contactId, :at, iif(:ack >= 3, :at, NULL), iif(:ack = 5, :at, NULL))
  ON CONFLICT DO UPDATE SET read_at = coalesce(read_at, excluded.read_at), played_at = coalesce(played_at, excluded.played_at)`,
);
export const ofMessage = query<{ messageId: number }, Recipient>(
  `SELECT r.contact_id AS contactId, c.name, r.delivered_at AS deliveredAt, r.read_at AS readAt, r.played_at AS playedAt
  FROM message_receipt r JOIN contact c ON c.id = r.contact_id WHERE r.message_id = :messageId
  ORDER BY r.read_at IS NULL, coalesce(r.read_at, r.delivered_at), r.contact_id`,
);
export const userName = query<{ id: number }, { name: string }>("SELECT name FROM user WHERE id = :id");

export const oldest = query<Record<never, never>, { id: number; createdAt: number }>(
  `SELECT m.id, m.created_at AS createdAt FROM message m
  WHERE m.id = (SELECT message_id FROM message_receipt ORDER BY message_id LIMIT 1)`,
);
export const remove = query<{ messageId: number }>(
  "DELETE FROM message_receipt WHERE message_id = :messageId",
);

type Contacts = { toId: number; fromId: number };
/** Skips messages that both contacts received. */
export const move = query<Contacts, { id: number }>(
  "UPDATE OR IGNORE message_receipt SET contact_id = :toId WHERE contact_id = :fromId RETURNING message_id AS id",
);
export const removeOfContact = query<{ contactId: number }>(
  "DELETE FROM message_receipt WHERE contact_id = :contactId",
);
/** `ids` is a JSON list of messages. */
export const moveBack = query<Contacts & { ids: string }>(
  `UPDATE OR IGNORE message_receipt SET contact_id = :toId
  WHERE contact_id = :fromId AND message_id IN (SELECT value FROM json_each(:ids))`,
);
export interface ExportedReceipt {
  readonly id: number;
  readonly protocol: string | null;
  readonly writtenAt: number;
  readonly deliveredAt: number;
  readonly readAt: number | null;
  readonly playedAt: number | null;
}
export const ofContact = query<{ contactId: number; after: number; limit: number }, ExportedReceipt>(
  `SELECT r.message_id AS id, t.protocol, m.created_at AS writtenAt, r.delivered_at AS deliveredAt, r.read_at AS readAt,
    r.played_at AS playedAt
  FROM message_receipt r JOIN message m ON m.id = r.message_id LEFT JOIN ticket t ON t.id = m.ticket_id
  WHERE r.contact_id = :contactId AND r.message_id > :after ORDER BY r.message_id LIMIT :limit`,
);
