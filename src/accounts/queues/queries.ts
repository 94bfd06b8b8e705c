import { rowReader } from "#platform/db/columns.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import { type QueueRow, queue } from "./schema.ts";

/** A queue with who gets its tickets in turn (`"1;5;9"`), and whether it has an option tree. */
export type QueueView = QueueRow & { readonly distributed: string; readonly hasOptions: boolean };

const { columns, read } = rowReader(queue, "q");
const VIEW = `SELECT ${columns},
  (SELECT coalesce(group_concat(user_id, ';' ORDER BY position), '')
    FROM queue_distribution WHERE queue_id = q.id) AS distributed,
  EXISTS (SELECT 1 FROM queue_option WHERE queue_id = q.id) AS hasOptions FROM queue q`;
const ALL = `${VIEW} ORDER BY q.order_queue, q.id`;
const BY_ID = `${VIEW} WHERE q.id = ?`;

type Found = QueueRow & { readonly distributed: string; readonly hasOptions: number };
const viewOf = (row: Found): QueueView => ({ ...row, ...read(row), hasOptions: row.hasOptions === 1 });

/** All queues in the order of the menu. */
export const listQueues = (db: Db): readonly QueueView[] => all<Found>(db, ALL).map(viewOf);

/** Undefined when the company has no such queue. Hand-written: every message that a bot looks at reads it. */
export function findQueue(db: Db, id: number): QueueView | undefined {
  const row = one<Found>(db, BY_ID, id);
  return row && viewOf(row);
}

export const countQueues = (db: Db): number =>
  one<{ n: number }>(db, "SELECT count(*) AS n FROM queue")?.n ?? 0;
