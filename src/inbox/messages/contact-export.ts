import { mediaStoreOf } from "#channels/media/index.ts";
import { connectionsOf } from "#inbox/messages/timeline/queries.ts";
import { ContactExporting } from "#people/contacts/events.ts";
import { all, type Db } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Rows read at a time. */
const PIECE = 500;
// What they wrote in groups is theirs too.
const FIELDS = `SELECT m.id, t.protocol, w.name AS connection, m.body, m.from_me AS fromMe, m.media_type AS mediaType, f.path, f.name AS fileName,
    m.transcript, m.origin, u.name AS user, m.edits, m.reactions, m.deleted_at AS deletedAt, m.created_at AS createdAt
  FROM message m LEFT JOIN ticket t ON t.id = m.ticket_id LEFT JOIN user u ON u.id = m.user_id LEFT JOIN media_file f ON f.id = m.media_id AND f.state = 'stored'
    LEFT JOIN connection w ON w.id = m.connection_id`;
// One connection after the other: the index of messages is (contact, connection, id).
const MESSAGES = `${FIELDS} WHERE m.contact_id = ?1 AND m.connection_id = ?3 AND m.id > ?2 ORDER BY m.id LIMIT ${PIECE}`;
const IN_GROUPS = `${FIELDS} WHERE m.participant_id = ?1 AND m.id > ?2 ORDER BY m.id LIMIT ${PIECE}`;

interface Row {
  readonly id: number;
  readonly protocol: string | null;
  readonly connection: string | null;
  readonly body: string;
  readonly fromMe: number;
  readonly mediaType: string | null;
  readonly path: string | null;
  readonly fileName: string | null;
  readonly transcript: string | null;
  readonly origin: string;
  readonly user: string | null;
  readonly edits: string;
  readonly reactions: string;
  readonly deletedAt: number | null;
  readonly createdAt: number;
}

/** Everything said with a person, and their files, for the export of their data (docs/rules/contacts.md#deletion). */
export function exportMessagesOfContact({ bus }: Installation): void {
  bus.within(ContactExporting, ({ db, tenant }, { contact, add }) => {
    add({ name: "mensagens.json", rows: () => presented(ofChats(db, contact.id)) });
    add({ name: "mensagens-em-grupos.json", rows: () => presented(inGroups(db, contact.id)) });
    add({ files: () => filesOf(tenant, contact.id) });
  });
}

/** Messages of the person's own chats, connection by connection. */
function* ofChats(db: Db, contactId: number): Generator<Row> {
  for (const connectionId of connectionsOf(db, contactId))
    yield* splitText((last) => all<Row>(db, MESSAGES, contactId, last, connectionId));
}

/** Messages the person wrote in groups. */
const inGroups = (db: Db, contactId: number): Generator<Row> =>
  splitText((last) => all<Row>(db, IN_GROUPS, contactId, last));

function* splitText(read: (afterId: number) => Row[]): Generator<Row> {
  for (let last = 0; ; ) {
    const rows = read(last);
    yield* rows;
    const end = rows.at(-1);
    if (!end || rows.length < PIECE) return;
    last = end.id;
  }
}

/** Where a file of a message lies in the archive. */
const placeOf = (row: Row): string =>
  `arquivos/${row.id}-${(row.fileName ?? "arquivo").replace(/[/\\]/g, "_")}`;

function* presented(rows: Iterable<Row>) {
  for (const row of rows)
    yield {
      protocol: row.protocol,
      connection: row.connection,
      at: new Date(row.createdAt).toISOString(),
      fromMe: row.fromMe === 1,
      origin: row.origin,
      user: row.user,
      text: row.body,
      kind: row.mediaType ?? "text",
      file: row.path === null ? null : placeOf(row),
      transcript: row.transcript,
      edits: JSON.parse(row.edits),
      reactions: JSON.parse(row.reactions),
      deleted: row.deletedAt !== null,
    };
}

function* filesOf(tenant: Tenant, contactId: number) {
  const store = mediaStoreOf(tenant);
  for (const rows of [ofChats(tenant.db, contactId), inGroups(tenant.db, contactId)])
    for (const row of rows) if (row.path !== null) yield { name: placeOf(row), path: store.pathOf(row.path) };
}
