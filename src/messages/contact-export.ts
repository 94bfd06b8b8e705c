import { ContactExporting } from "#contacts/events.ts";
import { mediaStoreOf } from "#media/index.ts";
import { all, type Db } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Rows read at a time. */
const PIECE = 500;
// What they wrote in groups is theirs too.
const MESSAGES = `SELECT m.id, t.protocol, m.body, m.from_me AS fromMe, m.media_type AS mediaType, f.path, f.name AS fileName,
    m.transcript, m.origin, u.name AS user, m.edits, m.reactions, m.deleted_at AS deletedAt, m.created_at AS createdAt
  FROM message m LEFT JOIN ticket t ON t.id = m.ticket_id LEFT JOIN user u ON u.id = m.user_id LEFT JOIN media_file f ON f.id = m.media_id AND f.state = 'stored'
  WHERE m.contact_id = ?1 AND m.id > ?2 ORDER BY m.id LIMIT ${PIECE}`;
const IN_GROUPS = MESSAGES.replace("m.contact_id = ?1", "m.participant_id = ?1");

interface Row {
  readonly id: number;
  readonly protocol: string | null;
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

/** Everything said with a person, and their files, for the export of their data (behaviour 1.6). */
export function exportMessagesOfContact({ bus }: Installation): void {
  bus.within(ContactExporting, ({ db, tenant }, { contact, add }) => {
    add({ name: "mensagens.json", rows: () => messagesOf(db, MESSAGES, contact.id) });
    add({ name: "mensagens-em-grupos.json", rows: () => messagesOf(db, IN_GROUPS, contact.id) });
    add({ files: () => filesOf(tenant, contact.id) });
  });
}

function* rowsOf(db: Db, sql: string, contactId: number): Generator<Row> {
  for (let last = 0; ; ) {
    const rows = all<Row>(db, sql, contactId, last);
    yield* rows;
    const end = rows.at(-1);
    if (!end || rows.length < PIECE) return;
    last = end.id;
  }
}

/** Where a file of a message lies in the archive. */
const placeOf = (row: Row): string =>
  `arquivos/${row.id}-${(row.fileName ?? "arquivo").replace(/[/\\]/g, "_")}`;

function* messagesOf(db: Db, sql: string, contactId: number) {
  for (const row of rowsOf(db, sql, contactId))
    yield {
      protocol: row.protocol,
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
  for (const sql of [MESSAGES, IN_GROUPS])
    for (const row of rowsOf(tenant.db, sql, contactId))
      if (row.path !== null) yield { name: placeOf(row), path: store.pathOf(row.path) };
}
