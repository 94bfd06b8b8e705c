import {
  attachmentKind,
  copyMediaFile,
  type MediaFile,
  type MediaKind,
  mayReadMedia,
  mediaFileById,
  mediaTypeRefused,
  verifyMediaUrl,
} from "#channels/media/index.ts";
import type { MediaType } from "#inbox/messages/contract.ts";
import { foreignMedia } from "#inbox/messages/errors.ts";
import { sendableTicket } from "#inbox/tickets/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./forward.sql.ts";
import { driverOf } from "./uploaded.ts";
import type { Writing } from "./write.ts";

/** Kinds of messages whose file can be sent again. */
export const SENDABLE = new Set<MediaType | null>(["image", "audio", "video", "application"]);

/**
 * Returns the file of a signed media path so that it can be sent again: the file of a message (forwarding), or any
 * other file that the caller may read (a quick reply). The new message gets its own row for the same file. Throws 400
 * ERR_URL_NOT_ALLOWED for any other address and for files the caller may not read, 415 ERR_MEDIA_TYPE when the channel
 * does not send the type, and the errors of `sendableTicket`.
 */
export function forwardedFile(ctx: UserCtx, url: string, ticketId: number): NonNullable<Writing["file"]> {
  const { tenant } = ctx;
  const address = verifyMediaUrl(tenant.installation.secrets, url, tenant.clock.now());
  if (address?.companyId !== tenant.id || !mayReadMedia(ctx, address.fileId)) throw foreignMedia();
  const file = mediaFileById(tenant.db, address.fileId);
  if (file?.state !== "stored" || file.path === null) throw foreignMedia();
  const shown = queryOne(tenant.db, sql.shown, { mediaId: file.id });
  if (shown && !SENDABLE.has(shown.kind)) throw foreignMedia();
  return copyOf(ctx, file, shown, ticketId);
}

/** A stored file for a new message, which gets its own row of the same file. `shown`: how an earlier message shows the file. */
export function copyOf(
  ctx: UserCtx,
  file: MediaFile,
  shown: sql.Shown | undefined,
  ticketId: number,
): NonNullable<Writing["file"]> {
  return {
    sha256: file.sha256,
    // Called only when the message is created, so that a repeated call gets its answer even when the ticket is closed.
    attach: (unit) => ({
      kind: shown ? (shown.kind as MediaKind) : kindFor(ctx, ticketId, file),
      id: copyMediaFile(unit, file),
      sha256: file.sha256,
      name: file.name,
      voice: shown?.voice === 1,
    }),
  };
}

function kindFor(ctx: UserCtx, ticketId: number, file: MediaFile): MediaKind {
  const kind = attachmentKind(driverOf(ctx.tenant, sendableTicket(ctx, ticketId)), file);
  if (kind === null) throw mediaTypeRefused();
  return kind;
}
