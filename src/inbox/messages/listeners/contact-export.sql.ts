import { query } from "#platform/db/query.ts";

/** Rows per query. */
export const BATCH = 500;

export interface ExportedMessage {
  readonly id: number;
  readonly place: number;
  readonly protocol: string | null;
  readonly connection: string | null;
  readonly body: string;
  readonly fromMe: number;
  readonly mediaType: string | null;
  readonly path: string | null;
  readonly sha256: string | null;
  readonly fileName: string | null;
  readonly transcript: string | null;
  readonly origin: string;
  readonly user: string | null;
  readonly edits: string;
  readonly reactions: string;
  readonly deletedAt: number | null;
  readonly createdAt: number;
  readonly linkUrl: string | null;
  readonly linkTitle: string | null;
  readonly linkText: string | null;
}

const FIELDS = `SELECT m.id, m.place, t.protocol, w.name AS connection, m.body, m.from_me AS fromMe, m.media_type AS mediaType, f.path, f.sha256, f.name AS fileName,
    m.transcript, m.origin, u.name AS user, m.edits, m.reactions, m.deleted_at AS deletedAt, m.created_at AS createdAt,
    l.url AS linkUrl, l.title AS linkTitle, l.text AS linkText
  FROM message m LEFT JOIN ticket t ON t.id = m.ticket_id LEFT JOIN user u ON u.id = m.user_id LEFT JOIN media_file f ON f.id = m.media_id AND f.state = 'stored'
    LEFT JOIN connection w ON w.id = m.connection_id LEFT JOIN message_link l ON l.message_id = m.id`;
/** One query per connection, because the index of messages is (contact, connection, place). */
export const ofChat = query<{ contactId: number; connectionId: number; after: number }, ExportedMessage>(
  `${FIELDS} WHERE m.contact_id = :contactId AND m.connection_id = :connectionId AND m.place > :after AND m.deleted_by IS NOT 'undone' ORDER BY m.place LIMIT ${BATCH}`,
);
/** Messages that the person wrote in groups. */
export const inGroups = query<{ contactId: number; after: number }, ExportedMessage>(
  `${FIELDS} WHERE m.participant_id = :contactId AND m.id > :after ORDER BY m.id LIMIT ${BATCH}`,
);
