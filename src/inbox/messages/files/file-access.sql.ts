import { query } from "#platform/db/query.ts";

export const shownBy = query<
  { mediaId: number },
  {
    ticketId: number;
    fromMe: number;
    userId: number | null;
    deletedAt: number | null;
    deletedBy: string | null;
  }
>(
  `SELECT ticket_id AS ticketId, from_me AS fromMe, user_id AS userId, deleted_at AS deletedAt, deleted_by AS deletedBy FROM message WHERE media_id = :mediaId`,
);
export const face = query<{ pictureId: number }, unknown>(
  "SELECT 1 FROM contact WHERE picture_id = :pictureId",
);
