import { type QueueOptionRow, queueOption } from "#accounts/queues/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { all, type Db, one } from "#platform/db/database.ts";

const { columns, read } = rowReader(queueOption);
// Siblings in the order in which they are shown (docs/rules/queue-menu.md#options).
const OF_QUEUE = `SELECT ${columns} FROM queue_option WHERE queue_id = ? ORDER BY cast(option AS INTEGER), option, id`;

/** The whole option tree of a queue. */
export const optionsOf = (db: Db, queueId: number): QueueOptionRow[] => all(db, OF_QUEUE, queueId).map(read);

/** What the loop guard looks at. */
export interface Line {
  readonly body: string;
  readonly fromMe: boolean;
  readonly origin: string;
  /** ms. */
  readonly at: number;
}

const LAST = `SELECT body, from_me AS fromMe, origin, created_at AS at FROM message
  WHERE ticket_id = ? ORDER BY id DESC LIMIT ?`;
interface LineRow extends Omit<Line, "fromMe"> {
  readonly fromMe: number;
}

/** The last messages of a ticket, newest first. */
export const lastLines = (db: Db, ticketId: number, limit: number): Line[] =>
  all<LineRow>(db, LAST, ticketId, limit).map((row) => ({ ...row, fromMe: row.fromMe === 1 }));

const ASSIGNABLE = `SELECT 1 FROM user u WHERE u.id = ?1 AND u.deleted_at IS NULL
  AND (u.profile = 'admin' OR EXISTS (SELECT 1 FROM user_queue WHERE user_id = u.id AND queue_id = ?2))`;

/** Whether a ticket of this queue may be given to this user. */
export const mayBeGivenTo = (db: Db, userId: number, queueId: number | null): boolean =>
  one(db, ASSIGNABLE, userId, queueId) !== undefined;
