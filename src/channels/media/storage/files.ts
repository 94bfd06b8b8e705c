import { eq } from "drizzle-orm";
import { type MediaFile, mediaFile } from "#channels/media/schema.ts";
import { type Db, one, run } from "#platform/db/database.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { isShown, noteStorage, requireRoom } from "./quota.ts";
import { createMediaStore, type MediaStore } from "./store.ts";

/** What is known of a file when its row is made; the rest has the defaults of the table. */
export type NewMediaFile = Partial<Omit<MediaFile, "id" | "createdAt">>;

/** Where the files of a company lie. */
export const mediaStoreOf = (tenant: Tenant): MediaStore =>
  tenant.cached("media-store", () => createMediaStore(tenant.mediaDirectory));

// An id is never given twice: a signed address of a file that is gone would lead to the next one.
const INSERT = `INSERT INTO media_file (id, state, path, name, mime_type, size, sha256, width, height, duration_seconds,
  waveform, handle, next_try_at, created_at)
  VALUES (max(coalesce((SELECT max(id) FROM media_file), 0), coalesce((SELECT last_file_id FROM media_usage), 0)) + 1,
    ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * Adds a row; answers its id. A stored file needs room, unless other rows show it already (quality R15): throws
 * 409 ERR_MEDIA_QUOTA, 507 ERR_STORAGE_FULL. What comes from outside asks `hasRoom` before, and comes without its file.
 */
export function addMediaFile(unit: TenantUnit, file: NewMediaFile): number {
  const { path = null, size = 0 } = file;
  const isNew = path !== null && (file.state ?? "stored") === "stored" && !isShown(unit, path);
  if (isNew) requireRoom(unit.tenant, size);
  const id = insert(unit, file);
  if (isNew) noteStorage(unit);
  return id;
}

/** Hand-written: inbound pictures come in bursts. */
function insert(unit: TenantUnit, file: NewMediaFile): number {
  return run(
    unit.db,
    INSERT,
    file.state ?? "stored",
    file.path ?? null,
    file.name ?? "",
    file.mimeType ?? "application/octet-stream",
    file.size ?? 0,
    file.sha256 ?? null,
    file.width ?? null,
    file.height ?? null,
    file.durationSeconds ?? null,
    file.waveform ?? null,
    file.handle ?? null,
    file.nextTryAt ?? null,
    unit.now,
  ).id;
}

export const mediaFileById = (db: Db, id: number): MediaFile | undefined =>
  db.select().from(mediaFile).where(eq(mediaFile.id, id)).get();

/** Writes what became known of a file. */
export function updateMediaFile(unit: TenantUnit, id: number, changes: Partial<MediaFile>): void {
  unit.db.update(mediaFile).set(changes).where(eq(mediaFile.id, id)).run();
  if (changes.state !== undefined) noteStorage(unit);
}

const POSTPONE = "UPDATE media_file SET next_try_at = ? WHERE state = 'no_room' AND next_try_at <= ?";

/** Files that found no room and are due now are tried again at `atMs`. */
export const postponeWithoutRoom = (db: Db, atMs: number, nowMs: number): void =>
  void run(db, POSTPONE, atMs, nowMs);

const LET_GO =
  "UPDATE media_file SET state = 'missing', path = NULL, handle = NULL WHERE id = ? AND state = 'stored'";

/** The file is kept no longer, its row stays as missing. Answers whether it was stored. */
export const letGoOfFile = (unit: TenantUnit, id: number): boolean => run(unit.db, LET_GO, id).changes > 0;

const NAMED = "SELECT 1 FROM media_file WHERE path = ?";

/**
 * Removes a file that no row names: what was to show it was refused, or is gone by now. To be called by whoever made a
 * file part of the media, once it is settled what became of it. `name` is relative to the media directory.
 */
export async function dropUnnamed(tenant: Tenant, name: string): Promise<void> {
  if (!one(tenant.db, NAMED, name)) await mediaStoreOf(tenant).remove(name);
}

const SHARED = "SELECT 1 FROM media_file WHERE path = ? AND id <> ?";

/**
 * Removes the row, and behind the commit the file, unless another row shows the same one (forwarded). Whatever
 * points to the row must let go of it itself.
 */
export function removeMediaFile(unit: TenantUnit, id: number): void {
  const file = mediaFileById(unit.db, id);
  if (!file) return;
  run(unit.db, "DELETE FROM media_file WHERE id = ?", id);
  const { path } = file;
  if (path === null || one(unit.db, SHARED, path, id)) return;
  noteStorage(unit);
  const { tenant } = unit;
  unit.afterCommit(() => {
    mediaStoreOf(tenant)
      .remove(path)
      .catch((error: unknown) => tenant.log.warn({ err: error, file: id }, "file not removed"));
  });
}
