import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import * as sql from "./queries.sql.ts";
import type { Message } from "./schema.ts";

const first = (row: unknown): Message | undefined => (row === undefined ? undefined : sql.read(row));

/** Returns the message as stored, without a permission check. */
export const messageById = (db: Db, id: number): Message | undefined => first(queryOne(db, sql.byId, { id }));

/** Finds a message by the network's id within one chat: senders choose the id, so it is unique only there. */
export const messageOfChat = (
  db: Db,
  connectionId: number,
  contactId: number,
  providerId: string,
): Message | undefined => first(queryOne(db, sql.ofChat, { connectionId, contactId, providerId }));

/** Finds a message by the id that the client assigned. */
export const messageByClientId = (db: Db, clientMessageId: string): Message | undefined =>
  first(queryOne(db, sql.byClient, { clientMessageId }));
