import { rowReader } from "#platform/db/columns.ts";
import { type Db, one } from "#platform/db/database.ts";
import { type Message, message } from "./schema.ts";

const { columns, read } = rowReader(message);
const BY_ID = `SELECT ${columns} FROM message WHERE id = ?`;
const OF_CHAT = `SELECT ${columns} FROM message WHERE connection_id = ? AND contact_id = ? AND provider_id = ?`;
const BY_CLIENT = `SELECT ${columns} FROM message WHERE client_message_id = ?`;

const first = (row: unknown): Message | undefined => (row === undefined ? undefined : read(row));

/** The message as stored; asks nobody's rights. */
export const messageById = (db: Db, id: number): Message | undefined => first(one(db, BY_ID, id));

/** By the network's id inside one chat: senders choose it, so it is unique only there. */
export const messageOfChat = (
  db: Db,
  connectionId: number,
  contactId: number,
  providerId: string,
): Message | undefined => first(one(db, OF_CHAT, connectionId, contactId, providerId));

/** By the id the client gave it. */
export const messageByClientId = (db: Db, clientMessageId: string): Message | undefined =>
  first(one(db, BY_CLIENT, clientMessageId));
