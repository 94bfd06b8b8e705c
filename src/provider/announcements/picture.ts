import { examineFile, type IncomingFile, mediaTooLarge, mediaTypeRefused } from "#channels/media/index.ts";
import { invalidFields, notFound } from "#platform/errors.ts";
import { readUpload } from "#platform/http/body/upload.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { MAX_PICTURE_BYTES } from "./contract.ts";
import { pictureStore, removePicture, storePicture } from "./picture-store.ts";
import { findAnnouncement } from "./queries.ts";
import type { Announcement } from "./schema.ts";
import { change, requireProvider } from "./write.ts";

const LIMITS = { maxFiles: 1, maxFileBytes: MAX_PICTURE_BYTES, maxFields: 20, maxFieldBytes: 20_000 };
/** Allowed types, detected from the bytes, never from the name. */
const ENDINGS: Readonly<Record<string, "png" | "jpg">> = { "image/png": "png", "image/jpeg": "jpg" };

/**
 * Replaces the picture by another one (multipart `file`, PNG or JPEG, at most 5 MB). Throws
 * 403 ERR_NO_PERMISSION, 404 ERR_NOT_FOUND, 400 ERR_VALIDATION (no file), 413 ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE,
 * 507 ERR_STORAGE_FULL.
 */
export async function attachPicture(ctx: UserCtx, id: number, request: Request): Promise<Announcement> {
  const installation = requireProvider(ctx);
  // Checked before the upload is read.
  if (!findAnnouncement(installation.system, id)) throw notFound();
  const store = pictureStore(installation);
  const { files } = await readUpload<IncomingFile>(request, LIMITS, store);
  let kept: string | null = null;
  try {
    const [received] = files;
    if (!received || received.file.size === 0) throw invalidFields({ file: "required" });
    if (received.file.size > MAX_PICTURE_BYTES) throw mediaTooLarge();
    const { mimeType, fileName, picture } = await examineFile(received.file.path, received.fileName);
    const ending = ENDINGS[mimeType];
    // A file that cannot be decoded has no size.
    if (!ending || !picture) throw mediaTypeRefused();
    kept = await storePicture(installation, received.file, ending);
    const before = findAnnouncement(installation.system, id)?.mediaPath ?? null;
    const row = change(ctx, id, { mediaPath: kept, mediaName: fileName });
    removePicture(installation, before);
    return row;
  } catch (error) {
    for (const { file } of files) await store.discard(file);
    removePicture(installation, kept);
    throw error;
  }
}

/** Removes the picture, if there is one. Throws 403 ERR_NO_PERMISSION, 404 ERR_NOT_FOUND. */
export function detachPicture(ctx: UserCtx, id: number): void {
  const installation = requireProvider(ctx);
  const before = findAnnouncement(installation.system, id);
  if (!before) throw notFound();
  if (before.mediaPath === null) return;
  change(ctx, id, { mediaPath: null, mediaName: null });
  removePicture(installation, before.mediaPath);
}
