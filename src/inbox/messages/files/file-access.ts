import type { MayReadFile } from "#channels/media/index.ts";
import { mayRead, readingRules, ticketById } from "#inbox/tickets/index.ts";
import { queryOne } from "#platform/db/query.ts";
import * as sql from "./file-access.sql.ts";

/** Files of messages may be read by users who may read the message; profile pictures of contacts by every user of the company. */
export const mayReadFile: MayReadFile = (ctx, fileId) => {
  const { db } = ctx.tenant;
  const shown = queryOne(db, sql.shownBy, { mediaId: fileId });
  if (!shown) return queryOne(db, sql.face, { pictureId: fileId }) !== undefined;
  // Only the author of an undone message may read its file, to send it again.
  if (shown.deletedBy === "undone") return shown.userId === ctx.actor.id;
  const ticket = ticketById(db, shown.ticketId);
  if (!ticket || !mayRead(ctx.actor, ticket, readingRules(ctx))) return false;
  // The file of one of our deleted messages is visible to admins only.
  return shown.fromMe === 0 || shown.deletedAt === null || ctx.actor.profile === "admin";
};
