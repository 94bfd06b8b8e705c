import { hasMedia, mediaStoreOf } from "#channels/media/index.ts";
import { connectionsOf } from "#inbox/messages/timeline/queries.ts";
import { ContactExporting } from "#people/contacts/events.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./contact-export.sql.ts";

/** Adds all messages of a contact and their files to the export of personal data (docs/rules/contacts.md#deletion). */
export function exportMessagesOfContact({ bus }: Installation): void {
  bus.within(ContactExporting, ({ db, tenant }, { contact, add }) => {
    add({ name: "mensagens.json", rows: () => presented(ofChats(db, contact.id)) });
    add({ name: "mensagens-em-grupos.json", rows: () => presented(inGroups(db, contact.id)) });
    add({ files: () => filesOf(tenant, contact.id) });
  });
}

/** Reads the messages of the person's own chats, connection by connection. */
function* ofChats(db: Db, contactId: number): Generator<sql.ExportedMessage> {
  for (const rows of batchesOfChats(db, contactId)) yield* rows;
}

function* batchesOfChats(db: Db, contactId: number): Generator<sql.ExportedMessage[]> {
  for (const connectionId of connectionsOf(db, contactId))
    yield* inBatches(
      (after) => queryAll(db, sql.ofChat, { contactId, connectionId, after }),
      ({ place }) => place,
    );
}

/** Reads the messages that the person wrote in groups. */
function* inGroups(db: Db, contactId: number): Generator<sql.ExportedMessage> {
  for (const rows of batchesInGroups(db, contactId)) yield* rows;
}

const batchesInGroups = (db: Db, contactId: number): Generator<sql.ExportedMessage[]> =>
  inBatches(
    (after) => queryAll(db, sql.inGroups, { contactId, after }),
    ({ id }) => id,
  );

function* inBatches(
  read: (after: number) => sql.ExportedMessage[],
  positionOf: (row: sql.ExportedMessage) => number,
): Generator<sql.ExportedMessage[]> {
  // A place before the first message of the installation is negative.
  for (let last = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = read(last);
    yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < sql.BATCH) return;
    last = positionOf(end);
  }
}

/** Path of a message's file inside the archive. */
const archivePath = (row: sql.ExportedMessage): string =>
  `arquivos/${row.id}-${(row.fileName ?? "arquivo").replace(/[/\\]/g, "_")}`;

function* presented(rows: Iterable<sql.ExportedMessage>) {
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
      file: row.path === null ? null : archivePath(row),
      transcript: row.transcript,
      linkPreview:
        row.linkUrl === null ? null : { url: row.linkUrl, title: row.linkTitle, text: row.linkText },
      edits: JSON.parse(row.edits),
      reactions: JSON.parse(row.reactions),
      deleted: row.deletedAt !== null,
    };
}

/** Most messages have no file, so the archive may wait through many batches: other requests are served in between. */
async function* filesOf(tenant: Tenant, contactId: number) {
  const store = mediaStoreOf(tenant);
  for (const batches of [batchesOfChats(tenant.db, contactId), batchesInGroups(tenant.db, contactId)])
    for (const rows of batches) {
      for (const row of rows)
        if (row.path !== null)
          yield {
            name: archivePath(row),
            path: store.pathOf(row.path),
            bring: () => hasMedia(tenant, row),
          };
      await yieldToEventLoop(tenant);
    }
}
