import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";
import { type Campaign, campaign } from "./schema.ts";

const { columns, read } = rowReader(campaign);
export const readCampaign = read;

export const byId = query<{ id: number }, unknown>(
  `SELECT ${columns} FROM campaign WHERE id = :id AND deleted_at IS NULL`,
);
/** The running campaigns of a connection; the one that sent least recently is first. */
export const runningOf = query<{ connectionId: number }, unknown>(
  `SELECT ${columns} FROM campaign WHERE connection_id = :connectionId AND status = 'running'
  AND paused_at IS NULL AND deleted_at IS NULL ORDER BY last_dispatched_at, id`,
);
export const resumeLater = query<{ at: number; connectionId: number }, Pick<Campaign, "id">>(
  `UPDATE campaign SET resume_at = :at WHERE connection_id = :connectionId AND status = 'running'
  AND pause_reason = 'disconnected' RETURNING id`,
);
export const stopResume = query<{ connectionId: number }>(
  "UPDATE campaign SET resume_at = NULL WHERE connection_id = :connectionId AND resume_at IS NOT NULL",
);
