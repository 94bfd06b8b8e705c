import { type MayReadFile, receiveAttachment, removeMediaFile } from "#channels/media/index.ts";
import { queryOne } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { visibleSchedule } from "./access.ts";
import { scheduleSent } from "./errors.ts";
import { isSent, isTheirs } from "./policy.ts";
import * as sql from "./scheduled-messages.sql.ts";
import type { ScheduledMessage } from "./schema.ts";
import { changeScheduledMessage } from "./store.ts";
import { takesFile } from "./template.ts";

/**
 * Returns the scheduled message if its file may be changed: while it is pending or failed. Throws 404 ERR_NOT_FOUND,
 * 409 ERR_SCHEDULE_SENT.
 */
function changeable(ctx: UserCtx, id: number): ScheduledMessage {
  const { row } = visibleSchedule(ctx, id);
  if (isSent(row) || row.status === "queued") throw scheduleSent();
  return row;
}

/** `POST /schedules/{id}/media-upload`: sets the file. Throws the errors of `changeable` and `receiveAttachment`. */
export async function attachFile(ctx: UserCtx, id: number, request: Request): Promise<void> {
  if (!takesFile(ctx.tenant.db, changeable(ctx, id))) throw invalidFields({ file: "invalid" });
  await receiveAttachment(ctx.tenant, request, (unit, fileId) => {
    const row = changeable(ctx, id);
    changeScheduledMessage(unit, id, { mediaId: fileId });
    if (row.mediaId !== null) removeMediaFile(unit, row.mediaId);
  });
}

/** `DELETE /schedules/{id}/media-upload`: removes the file. Throws 404 ERR_NOT_FOUND, 409 ERR_SCHEDULE_SENT. */
export function detachFile(ctx: UserCtx, id: number): void {
  ctx.tenant.write((unit) => {
    const { mediaId } = changeable(ctx, id);
    if (mediaId === null) return;
    changeScheduledMessage(unit, id, { mediaId: null });
    removeMediaFile(unit, mediaId);
  });
}

/** Users who may see a scheduled message may read its file. */
export const mayReadScheduledFile: MayReadFile = ({ tenant, actor }, fileId) => {
  const row = queryOne(tenant.db, sql.usersShowing, { mediaId: fileId });
  return row !== undefined && isTheirs(actor, row);
};
