import type { MayReadFile } from "#channels/media/index.ts";
import { isSpyingAllowed, mayRead, ticketById } from "#inbox/tickets/index.ts";
import { one } from "#platform/db/database.ts";

const SHOWN_BY = `SELECT ticket_id AS ticketId, from_me AS fromMe, deleted_at AS deletedAt FROM message WHERE media_id = ?`;
const FACE = "SELECT 1 FROM contact WHERE picture_id = ?";

/** A file is read by whoever may read the message it belongs to; faces of contacts by everybody of the company. */
export const mayReadFile: MayReadFile = (ctx, fileId) => {
  const { db } = ctx.tenant;
  const shown = one<{ ticketId: number; fromMe: number; deletedAt: number | null }>(db, SHOWN_BY, fileId);
  if (!shown) return one(db, FACE, fileId) !== undefined;
  const ticket = ticketById(db, shown.ticketId);
  if (!ticket || !mayRead(ctx.actor, ticket, isSpyingAllowed(ctx))) return false;
  // Our own deleted messages are blank for everybody but admins.
  return shown.fromMe === 0 || shown.deletedAt === null || ctx.actor.profile === "admin";
};
