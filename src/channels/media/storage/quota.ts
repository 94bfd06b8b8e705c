import { statfsSync } from "node:fs";
import { notifyAdmins } from "#accounts/notices/index.ts";
import { storageFull, storageQuotaExceeded } from "#channels/media/errors.ts";
import { StorageChanged } from "#channels/media/events.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./quota.sql.ts";

const MB = 1024 * 1024;
/** Smallest change of the usage that is reported to other features, bytes. */
const REPORT_STEP = 16 * MB;
/** Percent of the plan at which admins are warned. */
const WARN_AT = 80;
/** Percent below which the warning is reset. */
const RESET_BELOW = 75;

export interface Usage {
  readonly bytes: number;
  readonly files: number;
  readonly reportedBytes: number;
  readonly warned: number;
}

export const usageOf = ({ db }: Pick<Tenant, "db">): Usage =>
  queryOne(db, sql.usage) ?? { bytes: 0, files: 0, reportedBytes: 0, warned: 0 };

/** Storage of the plan in bytes; null = no limit. */
export const storageLimit = ({ company }: Pick<Tenant, "company">): number | null =>
  company.plan.storageMb === 0 ? null : company.plan.storageMb * MB;

/** Free bytes of the disk beyond the reserve for the databases; negative when the reserve is in use. */
export function freeDiskBytes({ dataDirectory, config }: Installation): number {
  const { bavail, bsize } = statfsSync(dataDirectory);
  return bavail * bsize - config.diskReserveMb * MB;
}

/** True when the disk has this many bytes beyond the reserve. */
export const diskHasSpace = (installation: Installation, bytes: number): boolean =>
  freeDiskBytes(installation) >= bytes;

/** Refuses a file that would use the reserve. Throws 507 ERR_STORAGE_FULL. */
export function requireDisk(installation: Installation, bytes: number): void {
  if (!diskHasSpace(installation, bytes)) throw storageFull();
}

/** True when the plan has this many bytes left. */
export function planHasSpace(tenant: Tenant, bytes: number): boolean {
  const limit = storageLimit(tenant);
  return limit === null || usageOf(tenant).bytes + bytes <= limit;
}

/** True when the plan and the disk have space for a file of this size. */
export const hasStorageFor = (tenant: Tenant, bytes: number): boolean =>
  planHasSpace(tenant, bytes) && diskHasSpace(tenant.installation, bytes);

/**
 * Refuses a file for which the company has no storage. Exact under concurrency, because it runs in the transaction
 * that adds the file. Throws 409 ERR_MEDIA_QUOTA (`details`: resource, limit, used), 507 ERR_STORAGE_FULL.
 */
export function requireStorageFor(tenant: Tenant, bytes: number): void {
  const limit = storageLimit(tenant);
  const used = usageOf(tenant).bytes;
  if (limit !== null && used + bytes > limit) throw storageQuotaExceeded(limit, used);
  requireDisk(tenant.installation, bytes);
}

/** True when a row already refers to this file; another row then needs no storage. */
export const isReferenced = ({ db }: Pick<TenantUnit, "db">, path: string): boolean =>
  queryOne(db, sql.storedPath, { path }) !== undefined;

/** Reports a changed usage: emits `StorageChanged` after larger steps, and warns the admins at 80 percent. */
export function reportUsage(unit: TenantUnit): void {
  const usage = usageOf(unit.tenant);
  const limit = storageLimit(unit.tenant);
  if (
    Math.abs(usage.bytes - usage.reportedBytes) >=
    Math.min(REPORT_STEP, (limit ?? Number.POSITIVE_INFINITY) / 100)
  ) {
    execute(unit.db, sql.markReported);
    unit.emit(StorageChanged, { bytes: usage.bytes });
  }
  const percent = limit === null ? 0 : (usage.bytes * 100) / limit;
  if (percent >= 100) warnStorageFull(unit);
  else if (percent >= WARN_AT && usage.warned < WARN_AT) warn(unit, WARN_AT, "storage_nearly_full");
  else if (percent < RESET_BELOW && usage.warned > 0) execute(unit.db, sql.setWarned, { percent: 0 });
}

/** Notifies the admins that storage is full, once until there is space again. */
export function warnStorageFull(unit: TenantUnit): void {
  if (usageOf(unit.tenant).warned < 100) warn(unit, 100, "storage_full");
}

function warn(unit: TenantUnit, percent: number, code: string): void {
  execute(unit.db, sql.setWarned, { percent });
  notifyAdmins(unit, { code, details: { percent }, key: `${code}:${unit.now}` });
}
