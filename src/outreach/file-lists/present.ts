import { mediaUrl } from "#channels/media/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { FileListAnswer, FileOptionAnswer } from "./contract.ts";
import type { OptionFile } from "./file-lists.sql.ts";
import { optionsOf } from "./queries.ts";
import type { FileList } from "./schema.ts";

export const presentFileList = (tenant: Tenant, row: FileList): FileListAnswer =>
  presentWith(tenant, row, optionsOf(tenant.db, [row.id]));

/** A page of lists: one query for all their files. */
export function presentFileLists(tenant: Tenant, rows: readonly FileList[]): FileListAnswer[] {
  const options = optionsOf(
    tenant.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentWith(tenant, row, options));
}

const presentWith = (tenant: Tenant, row: FileList, options: readonly OptionFile[]): FileListAnswer => ({
  id: row.id,
  name: row.name,
  message: row.message,
  userId: row.userId,
  companyId: tenant.id,
  options: options
    .filter(({ fileListId }) => fileListId === row.id)
    .map((option) => presentOption(tenant, option)),
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
});

const presentOption = (tenant: Tenant, option: OptionFile): FileOptionAnswer => ({
  id: option.id,
  name: option.name,
  path: option.mediaId === null ? null : mediaUrl(tenant, option.mediaId, option.fileName ?? ""),
  mediaType: option.mimeType,
  file: option.fileName,
  size: option.size,
});
