import * as v from "valibot";
import { Instant } from "#platform/http/contract.ts";

/** Shortest passphrase of an export. */
const MIN_EXPORT_PASSPHRASE = 12;

export const ExportBody = v.object({
  passphrase: v.pipe(v.string(), v.minLength(MIN_EXPORT_PASSPHRASE), v.maxLength(200)),
});

/** An export of a company on its way, or done. */
export const CompanyExport = v.object({
  id: v.number(),
  companyId: v.number(),
  state: v.picklist(["running", "done", "failed", "cancelled"]),
  /** Bytes read, of the total; 0 of 0 until the total is known. */
  done: v.number(),
  total: v.number(),
  /** Of the file; null until it is there. */
  size: v.nullable(v.number()),
  startedAt: Instant,
  finishedAt: v.nullable(Instant),
  /** The file is removed then. */
  expiresAt: v.nullable(Instant),
  /** Address of the file, for an hour; null while there is none. */
  url: v.nullable(v.string()),
  error: v.nullable(v.string()),
});
export type CompanyExport = v.InferOutput<typeof CompanyExport>;

export const ExportAnswer = v.object({ export: v.nullable(CompanyExport) });

/** State of the backups (cockpit). */
export const BackupState = v.object({
  /** When the newest backup that can be restored was begun; null: there is none. */
  lastAt: v.nullable(Instant),
  /** How the newest try went. */
  state: v.picklist(["none", "running", "done", "failed", "cancelled"]),
  startedAt: v.nullable(Instant),
  /** Bytes that can be restored, and bytes newly stored by this run. */
  size: v.number(),
  stored: v.number(),
  companies: v.number(),
  /** Companies that are not in it, with why. */
  leftOut: v.array(v.object({ id: v.number(), name: v.string(), error: v.string() })),
  error: v.nullable(v.string()),
  /** Folder or bucket. */
  place: v.string(),
  nightly: v.boolean(),
  /** Older than a night and a half, failed, or missing: an operator must check it. */
  isLate: v.boolean(),
});
export type BackupState = v.InferOutput<typeof BackupState>;
