import { invalidFields } from "#platform/errors.ts";
import { readUpload } from "#platform/http/body/upload.ts";
import { batchedWrite } from "#tenants/batched-write.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { AttachmentAnswer } from "./contract.ts";
import { mediaTooLarge, mediaTypeRefused } from "./errors.ts";
import { type ExaminedFile, examineFile } from "./inspect/examine.ts";
import { decideMedia, MAX_FILE_BYTES, type MediaDriver } from "./inspect/limits.ts";
import { kindOfType, type MediaKind } from "./inspect/sniff.ts";
import type { MediaFile } from "./schema.ts";
import { mediaUrl } from "./serving/signed-urls.ts";
import { addMediaFile, mediaFileById } from "./storage/files.ts";
import type { IncomingFile, StoredFile } from "./storage/store.ts";
import { uploadStoreOf } from "./storage/uploads.ts";

const LIMITS = { maxFiles: 1, maxFileBytes: MAX_FILE_BYTES, maxFields: 20, maxFieldBytes: 20_000 };

/**
 * Attaches one uploaded file (multipart `file`) to a row of the company: a greeting, a quick reply, a schedule. `put`
 * runs in the transaction that creates the file's row, and again when that transaction is rolled back. It writes
 * `fileId` to its own row, removes the previous file (`removeMediaFile`), and throws when the row is gone; then the
 * upload is deleted. The caller has checked the permission to write the row. Throws 400 ERR_VALIDATION (no file), 413
 * ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE for files that WhatsApp does not accept (docs/rules/messages.md#media).
 */
export async function receiveAttachment<T>(
  tenant: Tenant,
  request: Request,
  put: (unit: TenantUnit, fileId: number) => T,
): Promise<T> {
  const store = uploadStoreOf(tenant);
  const { files } = await readUpload<IncomingFile>(request, LIMITS, store);
  let stored: StoredFile | undefined;
  try {
    const [received] = files;
    if (!received || received.file.size === 0) throw invalidFields({ file: "required" });
    const examined = await examineFile(received.file.path, received.fileName);
    const decision = decideMedia("whatsapp", examined, received.file.size);
    if ("refused" in decision)
      throw decision.refused === "ERR_MEDIA_TOO_LARGE" ? mediaTooLarge() : mediaTypeRefused();
    const adopted = await store.adopt(received.file, examined.extension, tenant.clock.now());
    stored = adopted;
    // Uploads that end in the same turn of the event loop share one sync.
    return await batchedWrite(tenant, () =>
      tenant.write((unit) => put(unit, addMediaFile(unit, fileColumns(adopted, examined)))),
    );
  } catch (error) {
    for (const { file } of files) await store.discard(file);
    if (stored) await store.remove(stored.name);
    throw error;
  }
}

/** The columns of a file that was examined and stored. */
export const fileColumns = (stored: StoredFile, { fileName, mimeType, picture }: ExaminedFile) => ({
  path: stored.name,
  name: fileName,
  mimeType,
  size: stored.size,
  sha256: stored.sha256,
  width: picture?.width ?? null,
  height: picture?.height ?? null,
});

/** `mediaPath` and `mediaName` of a row with a file; only for answers to users who may read the row. */
export function presentAttachment(tenant: Tenant, fileId: number | null): AttachmentAnswer {
  const file = fileId === null ? undefined : mediaFileById(tenant.db, fileId);
  if (file?.state !== "stored") return { mediaPath: null, mediaName: null };
  return { mediaPath: mediaUrl(tenant, file.id, file.name), mediaName: file.name };
}

/** The kind under which a channel sends a stored file; null when it does not accept the file. */
export function attachmentKind(driver: MediaDriver, file: MediaFile): MediaKind | null {
  const { mimeType, size } = file;
  // A picture that cannot be decoded has no size, and is sent as a document.
  const isDecodable = kindOfType(mimeType) !== "image" || file.width !== null;
  const kind = isDecodable ? kindOfType(mimeType) : "application";
  const decision = decideMedia(driver, { kind, mimeType, extension: "", executable: false }, size);
  return "refused" in decision ? null : decision.as;
}

/** Creates a separate row for a file that is sent; the file on disk is shared, and deleted with its last row. */
export function copyMediaFile(unit: TenantUnit, file: MediaFile): number {
  const { id: _id, createdAt: _at, attempts: _tries, nextTryAt: _next, handle: _handle, ...content } = file;
  return addMediaFile(unit, content);
}
