import { addMediaFile, type MediaFile, MediaReadPort, mediaFileById, verifyMediaUrl } from "#media/index.ts";
import type { MediaType } from "#messages/contract.ts";
import { foreignMedia } from "#messages/errors.ts";
import { one } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { Writing } from "./write.ts";

const KIND = "SELECT media_type AS kind, voice FROM message WHERE media_id = ? ORDER BY id LIMIT 1";
const SENDABLE = new Set<MediaType | null>(["image", "audio", "video", "application"]);

/**
 * The file behind a signed media path, to be sent once more (forwarding): the new message gets a row of its own that
 * shows the same file. Throws 400 ERR_URL_NOT_ALLOWED for any other address, and for files the caller may not read.
 */
export function forwardedFile(ctx: UserCtx, url: string): NonNullable<Writing["file"]> {
  const { tenant } = ctx;
  const { secrets, ports } = tenant.installation;
  const address = verifyMediaUrl(secrets, url, tenant.clock.now());
  if (address?.companyId !== tenant.id || !ports.use(MediaReadPort)(ctx, address.fileId))
    throw foreignMedia();
  const file = mediaFileById(tenant.db, address.fileId);
  const shown = one<{ kind: MediaType | null; voice: number }>(tenant.db, KIND, address.fileId);
  if (file?.state !== "stored" || file.path === null || !shown || !SENDABLE.has(shown.kind))
    throw foreignMedia();
  return {
    sha256: file.sha256,
    attach: (unit) => ({
      id: addMediaFile(unit, copyOf(file)),
      sha256: file.sha256,
      name: file.name,
      kind: shown.kind as "image" | "audio" | "video" | "application",
      voice: shown.voice === 1,
    }),
  };
}

const copyOf = ({
  id: _id,
  createdAt: _at,
  attempts: _tries,
  nextTryAt: _next,
  handle: _handle,
  ...file
}: MediaFile) => file;
