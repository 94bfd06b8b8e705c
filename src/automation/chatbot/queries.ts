import type { QueueOptionRow } from "#accounts/queues/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { CheckedMessage } from "./policy.ts";
import * as sql from "./queries.sql.ts";

/** The whole option tree of a queue. */
export const optionsOf = (db: Db, queueId: number): QueueOptionRow[] =>
  queryAll(db, sql.optionsOf, { queueId }).map(sql.readOption);

/** The last messages of a ticket, newest first. */
export const lastMessages = (db: Db, ticketId: number, limit: number): CheckedMessage[] =>
  queryAll(db, sql.lastMessages, { ticketId, limit }).map((row) => ({ ...row, fromMe: row.fromMe === 1 }));

/** Whether a ticket of this queue may be assigned to this user. */
export const isAssignableTo = (db: Db, userId: number, queueId: number | null): boolean =>
  queryOne(db, sql.assignable, { userId, queueId }) !== undefined;
