import { query } from "#platform/db/query.ts";
import type { Running } from "./run.ts";

/** Rows per transaction; other requests run in between. */
export const BATCH = 50;

export const running = query<Record<never, never>, Running>(
  "SELECT id, phase, cursor FROM retention_run WHERE state = 'running' ORDER BY id DESC LIMIT 1",
);
export const begin = query<{ startedAt: number }>(
  "INSERT INTO retention_run (started_at) VALUES (:startedAt)",
);
export const storeProgress = query<{ phase: string; cursor: number; id: number }>(
  "UPDATE retention_run SET phase = :phase, cursor = :cursor WHERE id = :id",
);
export const addCounts = query<
  Record<"files" | "bytes" | "messages" | "tickets" | "id", number>
>(`UPDATE retention_run SET files = files + :files, bytes = bytes + :bytes, messages = messages + :messages,
    tickets = tickets + :tickets
  WHERE id = :id`);
export const end = query<
  { finishedAt: number | null; id: number },
  { files: number; messages: number; tickets: number }
>(
  "UPDATE retention_run SET state = 'done', finished_at = :finishedAt WHERE id = :id RETURNING files, messages, tickets",
);
/** Deletes reports of old retention runs. */
export const deleteOldRuns = query<{ before: number }>(
  "DELETE FROM retention_run WHERE started_at < :before",
);
export const fileByPath = query<{ path: string }, unknown>(
  "SELECT 1 FROM media_file WHERE path = :path LIMIT 1",
);
export const messagesOfTicket = query<{ ticketId: number }, { id: number; mediaId: number | null }>(
  `SELECT id, media_id AS mediaId FROM message WHERE ticket_id = :ticketId ORDER BY id LIMIT ${BATCH}`,
);
