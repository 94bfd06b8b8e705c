import { and, eq, lte } from "drizzle-orm";
import { uploadingStore } from "#channels/media/remote/keep.ts";
import { type MediaFile, mediaFile } from "#channels/media/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./files.sql.ts";
import { isReferenced, reportUsage, requireStorageFor } from "./quota.ts";
import { createMediaStore, type MediaStore } from "./store.ts";

/** The known properties of a new file; the others get the defaults of the table. */
export type NewMediaFile = Partial<Omit<MediaFile, "id" | "createdAt">>;

/** The media of a company: its directory, and the storage of the installation if there is one. */
export const mediaStoreOf = (tenant: Tenant): MediaStore =>
  tenant.cached("media-store", () => {
    const store = createMediaStore(tenant.mediaDirectory);
    const { media } = tenant.installation;
    return media ? uploadingStore(store, media, tenant.id) : store;
  });

/**
 * Adds a row; returns its id. A stored file needs storage space, unless other rows refer to the same file: throws 409
 * ERR_MEDIA_QUOTA, 507 ERR_STORAGE_FULL. For inbound files the caller checks `hasStorageFor` first, and adds the row
 * without its file.
 */
export function addMediaFile(unit: TenantUnit, file: NewMediaFile): number {
  const { path = null, size = 0 } = file;
  const isNew = path !== null && (file.state ?? "stored") === "stored" && !isReferenced(unit, path);
  if (isNew) requireStorageFor(unit.tenant, size);
  const id = insert(unit, file);
  if (isNew) reportUsage(unit);
  return id;
}

/** Hand-written SQL: inbound pictures arrive in bursts. */
function insert(unit: TenantUnit, file: NewMediaFile): number {
  return execute(unit.db, sql.insert, {
    state: file.state ?? "stored",
    path: file.path ?? null,
    name: file.name ?? "",
    mimeType: file.mimeType ?? "application/octet-stream",
    size: file.size ?? 0,
    sha256: file.sha256 ?? null,
    width: file.width ?? null,
    height: file.height ?? null,
    durationSeconds: file.durationSeconds ?? null,
    waveform: file.waveform ?? null,
    handle: file.handle ?? null,
    nextTryAt: file.nextTryAt ?? null,
    createdAt: unit.now,
  }).id;
}

export const mediaFileById = (db: Db, id: number): MediaFile | undefined =>
  db.select().from(mediaFile).where(eq(mediaFile.id, id)).get();

/** Updates the properties of a file. */
export function updateMediaFile(unit: TenantUnit, id: number, changes: Partial<MediaFile>): void {
  unit.db.update(mediaFile).set(changes).where(eq(mediaFile.id, id)).run();
  if (changes.state !== undefined) reportUsage(unit);
}

/** Postpones the download of files without storage space that are due now to `atMs`. */
export const postponeBlockedFiles = (db: Db, atMs: number, nowMs: number): void =>
  void db
    .update(mediaFile)
    .set({ nextTryAt: atMs })
    .where(and(eq(mediaFile.state, "no_room"), lte(mediaFile.nextTryAt, nowMs)))
    .run();

/** Marks a stored file as missing, because retention deletes it; its row stays. Returns whether it was stored. */
export const markFileMissing = (unit: TenantUnit, id: number): boolean =>
  unit.db
    .update(mediaFile)
    .set({ state: "missing", path: null, handle: null })
    .where(and(eq(mediaFile.id, id), eq(mediaFile.state, "stored")))
    .run().changes > 0;

/**
 * Deletes a file that no row refers to, because its row was refused or deleted. Called after the transaction by the
 * code that adopted the file. `name` is relative to the media directory.
 */
export async function deleteIfUnreferenced(tenant: Tenant, name: string): Promise<void> {
  if (!queryOne(tenant.db, sql.byPath, { path: name })) await mediaStoreOf(tenant).remove(name);
}

/**
 * Deletes the row and, after the commit, the file, unless another row refers to the same file (forwarded). The caller
 * clears its own references to the row.
 */
export function removeMediaFile(unit: TenantUnit, id: number): void {
  const file = mediaFileById(unit.db, id);
  if (!file) return;
  unit.db.delete(mediaFile).where(eq(mediaFile.id, id)).run();
  const { path } = file;
  if (path === null || queryOne(unit.db, sql.byPath, { path })) return;
  reportUsage(unit);
  const { tenant } = unit;
  unit.afterCommit(() => {
    mediaStoreOf(tenant)
      .remove(path)
      .catch((error: unknown) =>
        tenant.log.warn({ err: error, file: id }, "media file not deleted from disk"),
      );
  });
}
