import { invalidFields } from "#platform/errors.ts";
import { readUpload } from "#platform/http/body/upload.ts";
import { batchedWrite } from "#tenants/batched-write.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { mediaUrl } from "./address.ts";
import type { AttachmentAnswer } from "./contract.ts";
import { mediaTooLarge, mediaTypeRefused } from "./errors.ts";
import { type ExaminedFile, examineFile } from "./inspect/examine.ts";
import { decideMedia, MAX_FILE_BYTES, type MediaDriver } from "./inspect/limits.ts";
import { kindOfType, type MediaKind } from "./inspect/sniff.ts";
import type { MediaFile } from "./schema.ts";
import { addMediaFile, mediaFileById } from "./storage/files.ts";
import type { IncomingFile, StoredFile } from "./storage/store.ts";
import { uploadsOf } from "./storage/uploads.ts";

const LIMITS = { maxFiles: 1, maxFileBytes: MAX_FILE_BYTES, maxFields: 20, maxFieldBytes: 20_000 };

/**
 * Puts one uploaded file (multipart `file`) on a row of the company: a greeting, a quick reply, a schedule. `put` runs
 * in the transaction that makes the file's row (and again when that is undone): it writes `fileId` on its own row, removes the file that was there
 * before (`removeMediaFile`), and throws when the row is gone; then nothing of the upload stays. Whoever may not write
 * the row is refused before this is called. What no WhatsApp would carry is refused: throws 400 ERR_VALIDATION
 * (no file), 413 ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE (docs/rules/messages.md#media).
 */
export async function receiveAttachment<T>(
  tenant: Tenant,
  request: Request,
  put: (unit: TenantUnit, fileId: number) => T,
): Promise<T> {
  const store = uploadsOf(tenant);
  const { files } = await readUpload<IncomingFile>(request, LIMITS, store);
  let stored: StoredFile | undefined;
  try {
    const [received] = files;
    if (!received || received.file.size === 0) throw invalidFields({ file: "required" });
    const examined = await examineFile(received.file.path, received.fileName);
    const decision = decideMedia("whatsapp", examined, received.file.size);
    if ("refused" in decision)
      throw decision.refused === "ERR_MEDIA_TOO_LARGE" ? mediaTooLarge() : mediaTypeRefused();
    const kept = await store.adopt(received.file, examined.extension, tenant.clock.now());
    stored = kept;
    // Many may end in one turn: they wait for the disk together.
    return await batchedWrite(tenant, () =>
      tenant.write((unit) => put(unit, addMediaFile(unit, rowOf(kept, examined)))),
    );
  } catch (error) {
    for (const { file } of files) await store.discard(file);
    if (stored) await store.remove(stored.name);
    throw error;
  }
}

const rowOf = (stored: StoredFile, { fileName, mimeType, picture }: ExaminedFile) => ({
  path: stored.name,
  name: fileName,
  mimeType,
  size: stored.size,
  sha256: stored.sha256,
  width: picture?.width ?? null,
  height: picture?.height ?? null,
});

/** `mediaPath` and `mediaName` of a row that carries a file; only for answers to people who may read the row. */
export function presentAttachment(tenant: Tenant, fileId: number | null): AttachmentAnswer {
  const file = fileId === null ? undefined : mediaFileById(tenant.db, fileId);
  if (file?.state !== "stored") return { mediaPath: null, mediaName: null };
  return { mediaPath: mediaUrl(tenant, file.id, file.name), mediaName: file.name };
}

/** How a channel carries a stored file; null when it does not take it at all (then nothing can be sent there). */
export function attachmentKind(driver: MediaDriver, file: MediaFile): MediaKind | null {
  const { mimeType, size } = file;
  // A picture that cannot be drawn has no size, and goes as a document.
  const drawn = kindOfType(mimeType) !== "image" || file.width !== null;
  const kind = drawn ? kindOfType(mimeType) : "application";
  const decision = decideMedia(driver, { kind, mimeType, extension: "", executable: false }, size);
  return "refused" in decision ? null : decision.as;
}

/** A row of its own for a file that is sent: the file on disk is shared, and goes with the last row that shows it. */
export function copyMediaFile(unit: TenantUnit, file: MediaFile): number {
  const { id: _id, createdAt: _at, attempts: _tries, nextTryAt: _next, handle: _handle, ...content } = file;
  return addMediaFile(unit, content);
}
