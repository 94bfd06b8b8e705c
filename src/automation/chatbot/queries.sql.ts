import { queueOption } from "#accounts/queues/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";
import type { CheckedMessage } from "./policy.ts";

const { columns, read: readOption } = rowReader(queueOption);

export { readOption };

/** Siblings in the order in which they are shown (docs/rules/queue-menu.md#options). */
export const optionsOf = query<{ queueId: number }, unknown>(
  `SELECT ${columns} FROM queue_option WHERE queue_id = :queueId ORDER BY cast(option AS INTEGER), option, id`,
);
export const lastMessages = query<
  { ticketId: number; limit: number },
  Omit<CheckedMessage, "fromMe"> & { readonly fromMe: number }
>(
  `SELECT body, from_me AS fromMe, origin, created_at AS at FROM message
   WHERE ticket_id = :ticketId ORDER BY place DESC LIMIT :limit`,
);
export const assignable = query<{ userId: number; queueId: number | null }, unknown>(
  `SELECT 1 FROM user u WHERE u.id = :userId AND u.deleted_at IS NULL
   AND (u.profile = 'admin' OR EXISTS (SELECT 1 FROM user_queue WHERE user_id = u.id AND queue_id = :queueId))`,
);
