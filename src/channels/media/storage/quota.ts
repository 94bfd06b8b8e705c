import { statfsSync } from "node:fs";
import { notifyAdmins } from "#accounts/notices/index.ts";
import { noRoomForFiles, storageFull } from "#channels/media/errors.ts";
import { StorageChanged } from "#channels/media/events.ts";
import { one, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";

const MB = 1024 * 1024;
/** What others are told of is at least this much different, bytes. */
const TOLD_STEP = 16 * MB;
/** Percent of the plan at which admins are warned. */
const NEARLY = 80;
/** Percent below which the next warning is news again. */
const RELIEVED = 75;

interface Usage {
  readonly bytes: number;
  readonly files: number;
  readonly toldBytes: number;
  readonly warned: number;
}
const USAGE = "SELECT bytes, files, told_bytes AS toldBytes, warned FROM media_usage";
const TELL = "UPDATE media_usage SET told_bytes = bytes";
const WARN = "UPDATE media_usage SET warned = ?";
const SHOWN = "SELECT 1 FROM media_file WHERE path = ? AND state = 'stored' LIMIT 1";

export const usageOf = ({ db }: Pick<Tenant, "db">): Usage =>
  one<Usage>(db, USAGE) ?? { bytes: 0, files: 0, toldBytes: 0, warned: 0 };

/** Bytes of files the plan gives; null = no limit. */
export const storageLimit = ({ company }: Pick<Tenant, "company">): number | null =>
  company.plan.storageMb === 0 ? null : company.plan.storageMb * MB;

/** Bytes the disk has beside what the installation keeps for its databases; below 0 when it has not even that. */
export function roomOnDisk({ dataDirectory, config }: Installation): number {
  const { bavail, bsize } = statfsSync(dataDirectory);
  return bavail * bsize - config.diskReserveMb * MB;
}

/** True while the disk has more room than the installation keeps for its databases, once the bytes lie on it. */
export const diskHasRoom = (installation: Installation, bytes: number): boolean =>
  roomOnDisk(installation) >= bytes;

/** Refuses what would take of the reserve. Throws 507 ERR_STORAGE_FULL. */
export function requireDisk(installation: Installation, bytes: number): void {
  if (!diskHasRoom(installation, bytes)) throw storageFull();
}

/** True while the plan has room for so many bytes more. */
export function planHasRoom(tenant: Tenant, bytes: number): boolean {
  const limit = storageLimit(tenant);
  return limit === null || usageOf(tenant).bytes + bytes <= limit;
}

/** Whether a file of this size may be kept: the plan has room (quality R15), and so has the disk. */
export const hasRoom = (tenant: Tenant, bytes: number): boolean =>
  planHasRoom(tenant, bytes) && diskHasRoom(tenant.installation, bytes);

/**
 * Refuses a file the company has no room for. Inside the transaction that keeps it: exact under any race. Throws
 * 409 ERR_MEDIA_QUOTA (`details` names the resource, the limit and what is used), 507 ERR_STORAGE_FULL.
 */
export function requireRoom(tenant: Tenant, bytes: number): void {
  const limit = storageLimit(tenant);
  const used = usageOf(tenant).bytes;
  if (limit !== null && used + bytes > limit) throw noRoomForFiles(limit, used);
  requireDisk(tenant.installation, bytes);
}

/** True when rows show this file already: one more of them takes nothing. */
export const isShown = ({ db }: Pick<TenantUnit, "db">, path: string): boolean =>
  one(db, SHOWN, path) !== undefined;

/** What the files take is different: the provider's figures follow, and admins hear of 80 percent (and of relief). */
export function noteStorage(unit: TenantUnit): void {
  const usage = usageOf(unit.tenant);
  const limit = storageLimit(unit.tenant);
  if (
    Math.abs(usage.bytes - usage.toldBytes) >= Math.min(TOLD_STEP, (limit ?? Number.POSITIVE_INFINITY) / 100)
  ) {
    run(unit.db, TELL);
    unit.emit(StorageChanged, { bytes: usage.bytes });
  }
  const percent = limit === null ? 0 : (usage.bytes * 100) / limit;
  if (percent >= 100) warnFull(unit);
  else if (percent >= NEARLY && usage.warned < NEARLY) warn(unit, NEARLY, "storage_nearly_full");
  else if (percent < RELIEVED && usage.warned > 0) run(unit.db, WARN, 0);
}

/** A file found no room: admins are told, once until there was room again. */
export function warnFull(unit: TenantUnit): void {
  if (usageOf(unit.tenant).warned < 100) warn(unit, 100, "storage_full");
}

function warn(unit: TenantUnit, percent: number, code: string): void {
  run(unit.db, WARN, percent);
  notifyAdmins(unit, { code, details: { percent }, key: `${code}:${unit.now}` });
}
