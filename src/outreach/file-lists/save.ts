import { eq } from "drizzle-orm";
import { checkVariables } from "#accounts/settings/index.ts";
import { removeMediaFile } from "#channels/media/index.ts";
import { ListUsePort, listInUse } from "#outreach/contact-lists/index.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import type { FileListBody } from "./contract.ts";
import { FileListCreated, FileListDeleted, FileListUpdated } from "./events.ts";
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
export function requireUnused({ db, tenant }: Pick<TenantUnit, "db" | "tenant">, id: number): FileList {
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
