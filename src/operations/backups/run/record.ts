import { join } from "node:path";
import { type Db, one, run, typed } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import type { BackUpResult } from "./back-up.ts";

/** Who started a backup: the nightly job, a user, or the command line. */
export type BackupSource = "night" | "asked" | "command";

interface LeftOut {
  readonly id: number;
  readonly name: string;
  readonly error: string;
}
export interface BackupRun {
  readonly id: number;
  readonly stamp: string | null;
  readonly place: string;
  readonly state: "running" | "done" | "failed" | "cancelled";
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly companies: number;
  readonly leftOut: readonly LeftOut[];
  readonly sizeBytes: number;
  readonly newBytes: number;
  readonly error: string | null;
}

/** Inserts a run; returns its id. */
export const beginRun = (system: Db, source: BackupSource, place: string, nowMs: number): number =>
  run(system, "INSERT INTO backup_run (place, source, started_at) VALUES (?, ?, ?)", place, source, nowMs).id;

const FINISH = `UPDATE backup_run SET state = ?, stamp = ?, finished_at = ?, companies = ?, left_out = ?, size_bytes = ?,
  new_bytes = ? WHERE id = ?`;

/** Finishes a run; one that leaves a company out counts as failed, because an operator must check it. */
export function finishRun(system: Db, id: number, { run: made, bytes }: BackUpResult, nowMs: number): void {
  const leftOut = made.companies.flatMap(({ id: company, name, error }) =>
    error === null ? [] : [{ id: company, name, error }],
  );
  const size = made.companies.reduce((sum, company) => sum + company.bytes, made.system?.file.size ?? 0);
  run(
    system,
    FINISH,
    leftOut.length === 0 ? "done" : "failed",
    made.stamp,
    nowMs,
    made.companies.length - leftOut.length,
    JSON.stringify(leftOut),
    size,
    bytes,
    id,
  );
}

export const failRun = (system: Db, id: number, error: string, nowMs: number): void =>
  void run(
    system,
    "UPDATE backup_run SET state = 'failed', finished_at = ?, error = ? WHERE id = ?",
    nowMs,
    error,
    id,
  );

/** A user cancelled the run. */
export const cancelRun = (system: Db, id: number, nowMs: number): void =>
  void run(system, "UPDATE backup_run SET state = 'cancelled', finished_at = ? WHERE id = ?", nowMs, id);

/** Those that a stop of the server cut short. */
export const failInterrupted = (system: Db, nowMs: number): void =>
  void run(
    system,
    "UPDATE backup_run SET state = 'failed', finished_at = ?, error = 'interrupted' WHERE state = 'running'",
    nowMs,
  );

const COLUMNS = `id, stamp, place, state, started_at AS startedAt, finished_at AS finishedAt, companies,
  left_out AS leftOut, size_bytes AS sizeBytes, new_bytes AS newBytes, error`;
const LAST = `SELECT ${COLUMNS} FROM backup_run ORDER BY started_at DESC, id DESC LIMIT 1`;
const LAST_GOOD = `SELECT ${COLUMNS} FROM backup_run WHERE stamp IS NOT NULL ORDER BY started_at DESC, id DESC LIMIT 1`;
type Stored = Omit<BackupRun, "leftOut"> & { readonly leftOut: string };
const parsed = (row: Stored | undefined): BackupRun | null =>
  row ? { ...row, leftOut: JSON.parse(row.leftOut) as LeftOut[] } : null;

/** The newest run, in any state. */
export const lastRun = (system: Db): BackupRun | null => parsed(one<Stored>(system, LAST));
/** The newest one that is there, if perhaps without some company. */
export const lastStored = (system: Db): BackupRun | null => parsed(one<Stored>(system, LAST_GOOD));

/** Writes a backup of the command line down where the cockpit finds it, also beside a running server. */
export function recordCommand(
  dataDirectory: string,
  place: string,
  result: BackUpResult,
  startedMs: number,
): void {
  const client = openDatabase(join(dataDirectory, "system.sqlite"), { durability: "normal" });
  try {
    const system = typed(client);
    if (!one(system, "SELECT 1 FROM sqlite_master WHERE name = 'backup_run'")) return;
    finishRun(system, beginRun(system, "command", place, startedMs), result, Date.now());
  } finally {
    client.close();
  }
}
