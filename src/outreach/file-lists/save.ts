import { eq } from "drizzle-orm";
import { checkVariables } from "#accounts/settings/index.ts";
import {
  addMediaFile,
  decideMedia,
  type ExaminedFile,
  examineFile,
  fileColumns,
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
import { ListUsePort, listInUse } from "#outreach/contact-lists/index.ts";
import { invalidFields } from "#platform/errors.ts";
import { readUpload, type Upload } from "#platform/http/body/upload.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import type { FileListBody } from "./contract.ts";
import { FileListCreated, FileListDeleted, FileListUpdated } from "./events.ts";
import type { OptionFile } from "./file-lists.sql.ts";
import { optionsOf, requireFileList } from "./queries.ts";
import { type FileList, fileList, fileListOption } from "./schema.ts";

/** Creates a file list, for admins; its files are uploaded afterwards. */
export function createFileList({ tenant, actor }: UserCtx, body: FileListBody): FileList {
  const { name, message } = body;
  checkVariables(tenant, { message }, { braces: "campaign" });
  return tenant.write((unit) => {
    const { now: createdAt } = unit;
    const row = unit.db
      .insert(fileList)
      .values({ name, message, userId: actor.id, createdAt, updatedAt: createdAt })
      .returning()
      .get();
    writeOptions(unit, row.id, body.options ?? []);
    unit.emit(FileListCreated, { fileListId: row.id });
    return row;
  });
}

/**
 * Changes a file list, for admins. Throws 404 ERR_NOT_FOUND, 409 ERR_LIST_IN_USE (a scheduled or running campaign
 * uses it).
 */
export function updateFileList({ tenant }: UserCtx, id: number, body: FileListBody): FileList {
  const { name, message } = body;
  checkVariables(tenant, { message }, { braces: "campaign" });
  return tenant.write((unit) => {
    requireUnused(unit, id);
    unit.db.update(fileList).set({ name, message, updatedAt: unit.now }).where(eq(fileList.id, id)).run();
    if (body.options) writeOptions(unit, id, body.options);
    unit.emit(FileListUpdated, { fileListId: id });
    return requireFileList(unit.db, id);
  });
}

/** Deletes a file list with its files, for admins. Throws 404 ERR_NOT_FOUND, 409 ERR_LIST_IN_USE. */
export function deleteFileList({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    requireUnused(unit, id);
    writeOptions(unit, id, []);
    unit.db.delete(fileList).where(eq(fileList.id, id)).run();
    unit.emit(FileListDeleted, { fileListId: id });
  });
}

/** A file list that no scheduled or running campaign uses. Throws 404 ERR_NOT_FOUND, 409 ERR_LIST_IN_USE. */
function requireUnused({ db, tenant }: Pick<TenantUnit, "db" | "tenant">, id: number): FileList {
  const row = requireFileList(db, id);
  if (tenant.installation.ports.use(ListUsePort).fileList(db, id)) throw listInUse();
  return row;
}

/** Keeps known ids, inserts the others, and deletes missing options with their files (docs/rules/team.md#file-lists). */
function writeOptions(unit: TenantUnit, id: number, options: NonNullable<FileListBody["options"]>): void {
  const known = new Map(optionsOf(unit.db, [id]).map((option) => [option.id, option]));
  options.forEach(({ id: optionId, name }, position) => {
    const isKnown = optionId !== undefined && optionId !== null && known.delete(optionId);
    if (isKnown)
      unit.db.update(fileListOption).set({ position, name }).where(eq(fileListOption.id, optionId)).run();
    else unit.db.insert(fileListOption).values({ fileListId: id, position, name }).run();
  });
  for (const gone of known.values()) {
    unit.db.delete(fileListOption).where(eq(fileListOption.id, gone.id)).run();
    if (gone.mediaId !== null) removeMediaFile(unit, gone.mediaId);
  }
}

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
    for (const { file, fileName } of upload.files) kept.push(await storeFile(tenant, store, file, fileName));
    return tenant.write((unit) => {
      requireUnused(unit, id);
      // Checked again, because an option may have been removed during the upload.
      const targets = targetsOf(tenant, id, upload);
      kept.forEach(({ stored, examined }, at) => {
        const target = targets[at];
        if (!target) return;
        const mediaId = addMediaFile(unit, fileColumns(stored, examined));
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

async function storeFile(
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
