import { query } from "#platform/db/query.ts";

export const shownBy = query<
  { mediaId: number },
  { ticketId: number; fromMe: number; deletedAt: number | null }
>(
  `SELECT ticket_id AS ticketId, from_me AS fromMe, deleted_at AS deletedAt FROM message WHERE media_id = :mediaId`,
);
export const face = query<{ pictureId: number }, unknown>(
  "SELECT 1 FROM contact WHERE picture_id = :pictureId",
);
