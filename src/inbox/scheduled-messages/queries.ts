import { and, asc, count, desc, eq, getTableColumns, gte, lt, type SQL, sql } from "drizzle-orm";
import { user } from "#accounts/users/schema.ts";
import { connection } from "#channels/connections/schema.ts";
import { mediaFile } from "#channels/media/schema.ts";
import { contact } from "#people/contacts/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import * as statements from "./scheduled-messages.sql.ts";
import { type ScheduledMessage, type ScheduleStatus, scheduledMessage } from "./schema.ts";

/** A scheduled message with the names of its contact, author and connection. */
export interface ScheduledMessageView {
  readonly row: ScheduledMessage;
  readonly contact: { id: number; name: string; number: string | null; pictureId: number | null };
  readonly picture: string | null;
  readonly userName: string | null;
  readonly connectionName: string | null;
}

export interface Wanted {
  /** Without case and accents; "" = all. */
  readonly search: string;
  readonly userId: number | null;
  readonly contactId: number | null;
  readonly status: ScheduleStatus | null;
  /** Limits in ms; `to` is excluded. */
  readonly from: number | null;
  readonly to: number | null;
}

const view = {
  row: getTableColumns(scheduledMessage),
  contact: { id: contact.id, name: contact.name, number: contact.number, pictureId: contact.pictureId },
  picture: mediaFile.name,
  userName: user.name,
  connectionName: connection.name,
};

const from = (db: Db) =>
  db
    .select(view)
    .from(scheduledMessage)
    .innerJoin(contact, eq(contact.id, scheduledMessage.contactId))
    .leftJoin(mediaFile, eq(mediaFile.id, contact.pictureId))
    .leftJoin(user, eq(user.id, scheduledMessage.userId))
    .leftJoin(connection, eq(connection.id, scheduledMessage.connectionId));

const conditions = (wanted: Wanted): SQL | undefined =>
  and(
    wanted.userId === null ? undefined : eq(scheduledMessage.userId, wanted.userId),
    wanted.contactId === null ? undefined : eq(scheduledMessage.contactId, wanted.contactId),
    wanted.status === null ? undefined : eq(scheduledMessage.status, wanted.status),
    wanted.from === null ? undefined : gte(scheduledMessage.sendAt, wanted.from),
    wanted.to === null ? undefined : lt(scheduledMessage.sendAt, wanted.to),
    wanted.search === ""
      ? undefined
      : sql`(instr(fold(${contact.name}), ${wanted.search}) > 0 OR instr(fold(${scheduledMessage.body}), ${wanted.search}) > 0)`,
  );

/** Returns the row with its names, undefined when it does not exist; checks no permissions. */
export const findScheduledMessage = (db: Db, id: number): ScheduledMessageView | undefined =>
  from(db).where(eq(scheduledMessage.id, id)).get();

/** Returns the row without names. Hand-written SQL, because it is read for every due message. */
export function scheduledMessageById(db: Db, id: number): ScheduledMessage | undefined {
  const row = queryOne(db, statements.byId, { id });
  return row === undefined ? undefined : statements.readScheduledMessage(row);
}

/** Lists rows by time: the earliest first, or the latest. */
export const listScheduledMessages = (
  db: Db,
  wanted: Wanted,
  page: { readonly earliestFirst: boolean; readonly limit: number; readonly offset: number },
): readonly ScheduledMessageView[] =>
  from(db)
    .where(conditions(wanted))
    .orderBy(
      ...(page.earliestFirst
        ? [asc(scheduledMessage.sendAt), asc(scheduledMessage.id)]
        : [desc(scheduledMessage.sendAt), desc(scheduledMessage.id)]),
    )
    .limit(page.limit)
    .offset(page.offset)
    .all();

export function countScheduledMessages(db: Db, wanted: Wanted): number {
  const rows = db.select({ n: count() }).from(scheduledMessage);
  // The names are joined only for a search.
  const named =
    wanted.search === "" ? rows : rows.innerJoin(contact, eq(contact.id, scheduledMessage.contactId));
  return named.where(conditions(wanted)).get()?.n ?? 0;
}
