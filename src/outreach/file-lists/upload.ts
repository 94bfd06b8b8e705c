import { eq } from "drizzle-orm";
import {
  addMediaFile,
  decideMedia,
  type ExaminedFile,
  examineFile,
  type IncomingFile,
  MAX_FILE_BYTES,
  MAX_FILES,
  type MediaStore,
  mediaTooLarge,
  mediaTypeRefused,
  removeMediaFile,
  type StoredFile,
  uploadStoreOf,
} from "#channels/media/index.ts";
import { invalidFields } from "#platform/errors.ts";
import { readUpload, type Upload } from "#platform/http/body/upload.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { FileListUpdated } from "./events.ts";
import type { OptionFile } from "./file-lists.sql.ts";
import { optionsOf, requireFileList } from "./queries.ts";
import { requireUnused } from "./save.ts";
import { type FileList, fileListOption } from "./schema.ts";

const LIMITS = { maxFiles: MAX_FILES, maxFileBytes: MAX_FILE_BYTES, maxFields: 60, maxFieldBytes: 2000 };

interface Kept {
  readonly stored: StoredFile;
  readonly examined: ExaminedFile;
}

/**
 * `POST /files/uploadList/{id}`, admins: attaches `files` to the options named by the parallel `id` (or `name`, for a
 * new option); previous files are deleted. All files are stored or none. The type is detected from the bytes,
 * `mediaType` is ignored. Throws 404 ERR_NOT_FOUND, 409 ERR_LIST_IN_USE, 400 ERR_VALIDATION, 413 ERR_MEDIA_TOO_LARGE,
 * 415 ERR_MEDIA_TYPE.
 */
export async function uploadFiles({ tenant }: UserCtx, id: number, request: Request): Promise<FileList> {
  // Permissions are checked before the upload is read.
  requireUnused({ db: tenant.db, tenant }, id);
  const store = uploadStoreOf(tenant);
  const upload = await readUpload<IncomingFile>(request, LIMITS, store);
  const kept: Kept[] = [];
  try {
    if (upload.files.length === 0) throw invalidFields({ files: "required" });
    targetsOf(tenant, id, upload);
    for (const { file, fileName } of upload.files) kept.push(await keep(tenant, store, file, fileName));
    return tenant.write((unit) => {
      requireUnused(unit, id);
      // Checked again, because an option may have been removed during the upload.
      const targets = targetsOf(tenant, id, upload);
      kept.forEach(({ stored, examined }, at) => {
        const target = targets[at];
        if (!target) return;
        const mediaId = addMediaFile(unit, rowOf(stored, examined));
        unit.db.update(fileListOption).set({ mediaId }).where(eq(fileListOption.id, target.id)).run();
        if (target.mediaId !== null) removeMediaFile(unit, target.mediaId);
      });
      unit.emit(FileListUpdated, { fileListId: id });
      return requireFileList(unit.db, id);
    });
  } catch (error) {
    for (const { file } of upload.files) await store.discard(file);
    for (const { stored } of kept) await store.remove(stored.name);
    throw error;
  }
}

/** The option of each file. Throws 400 ERR_VALIDATION for a file without one. */
function targetsOf(
  tenant: Tenant,
  id: number,
  { files, values }: Upload<IncomingFile>,
): readonly OptionFile[] {
  const options = optionsOf(tenant.db, [id]);
  const taken = new Set<number>();
  return files.map((_, at) => {
    const [optionId, name] = [values.get("id")?.[at] ?? "", values.get("name")?.[at] ?? ""];
    const target =
      options.find((option) => String(option.id) === optionId) ??
      options.find((option) => optionId === "" && !taken.has(option.id) && option.name === name.trim());
    if (!target || taken.has(target.id)) throw invalidFields({ id: "invalid" });
    taken.add(target.id);
    return target;
  });
}

async function keep(
  tenant: Tenant,
  store: Pick<MediaStore, "adopt">,
  file: IncomingFile,
  fileName: string,
): Promise<Kept> {
  if (file.size === 0) throw invalidFields({ files: "invalid" });
  const examined = await examineFile(file.path, fileName);
  const decision = decideMedia("whatsapp", examined, file.size);
  if ("refused" in decision)
    throw decision.refused === "ERR_MEDIA_TOO_LARGE" ? mediaTooLarge() : mediaTypeRefused();
  const stored = await store.adopt(file, examined.extension, tenant.clock.now());
  return { stored, examined };
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
