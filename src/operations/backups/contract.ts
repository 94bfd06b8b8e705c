import * as v from "valibot";
import { Instant } from "#platform/http/contract.ts";

/** Shortest passphrase of an export. */
const MIN_EXPORT_PASSPHRASE = 12;

export const ExportBody = v.object({
  passphrase: v.pipe(v.string(), v.minLength(MIN_EXPORT_PASSPHRASE), v.maxLength(200)),
});

/** A running or finished export of a company. */
export const CompanyExport = v.object({
  id: v.number(),
  companyId: v.number(),
  state: v.picklist(["running", "done", "failed", "cancelled"]),
  /** Bytes read, of the total; 0 of 0 until the total is known. */
  done: v.number(),
  total: v.number(),
  /** Bytes of the file; null until it is complete. */
  size: v.nullable(v.number()),
  startedAt: Instant,
  finishedAt: v.nullable(Instant),
  /** Time at which the file is deleted. */
  expiresAt: v.nullable(Instant),
  /** URL of the file, valid for an hour; null while there is no file. */
  url: v.nullable(v.string()),
  error: v.nullable(v.string()),
});
export type CompanyExport = v.InferOutput<typeof CompanyExport>;

export const ExportAnswer = v.object({ export: v.nullable(CompanyExport) });

/** State of the backups (cockpit). */
export const BackupState = v.object({
  /** Start of the newest backup that can be restored; null without one. */
  lastAt: v.nullable(Instant),
  /** Outcome of the newest attempt. */
  state: v.picklist(["none", "running", "done", "failed", "cancelled"]),
  startedAt: v.nullable(Instant),
  /** Bytes that can be restored, and bytes newly stored by this run. */
  size: v.number(),
  stored: v.number(),
  companies: v.number(),
  /** Companies that are missing from the newest backup, with the reasons. */
  leftOut: v.array(v.object({ id: v.number(), name: v.string(), error: v.string() })),
  error: v.nullable(v.string()),
  /** Location: folder or bucket. */
  place: v.string(),
  nightly: v.boolean(),
  /** The newest backup is older than 36 hours, failed or missing: an operator must check it. */
  isLate: v.boolean(),
});
export type BackupState = v.InferOutput<typeof BackupState>;
