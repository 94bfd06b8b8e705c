import { join } from "node:path";
import { type Db, typed } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { BackUpResult } from "./back-up.ts";
import * as sql from "./record.sql.ts";

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
  execute(system, sql.begin, { place, source, startedAt: nowMs }).id;

/** Finishes a run; one that leaves a company out counts as failed, because an operator must check it. */
export function finishRun(system: Db, id: number, { run: made, bytes }: BackUpResult, nowMs: number): void {
  const leftOut = made.companies.flatMap(({ id: company, name, error }) =>
    error === null ? [] : [{ id: company, name, error }],
  );
  const size = made.companies.reduce((sum, company) => sum + company.bytes, made.system?.file.size ?? 0);
  execute(system, sql.finish, {
    state: leftOut.length === 0 ? "done" : "failed",
    stamp: made.stamp,
    finishedAt: nowMs,
    companies: made.companies.length - leftOut.length,
    leftOut: JSON.stringify(leftOut),
    sizeBytes: size,
    newBytes: bytes,
    id,
  });
}

export const failRun = (system: Db, id: number, error: string, nowMs: number): void =>
  void execute(system, sql.fail, { finishedAt: nowMs, error, id });

/** A user cancelled the run. */
export const cancelRun = (system: Db, id: number, nowMs: number): void =>
  void execute(system, sql.cancel, { finishedAt: nowMs, id });

/** Marks runs that a stop of the server interrupted as failed. */
export const failInterrupted = (system: Db, nowMs: number): void =>
  void execute(system, sql.failInterrupted, { finishedAt: nowMs });

export type Stored = Omit<BackupRun, "leftOut"> & { readonly leftOut: string };
const parsed = (row: Stored | undefined): BackupRun | null =>
  row ? { ...row, leftOut: JSON.parse(row.leftOut) as LeftOut[] } : null;

/** The newest run, in any state. */
export const lastRun = (system: Db): BackupRun | null => parsed(queryOne(system, sql.last));
/** The newest stored run, even if some company is missing from it. */
export const lastStored = (system: Db): BackupRun | null => parsed(queryOne(system, sql.lastStored));

/** Records a backup of the command line for the cockpit, also while a server is running. */
export function recordCommand(
  dataDirectory: string,
  place: string,
  result: BackUpResult,
  startedMs: number,
): void {
  const client = openDatabase(join(dataDirectory, "system.sqlite"), { durability: "normal" });
  try {
    const system = typed(client);
    if (!queryOne(system, sql.tableExists)) return;
    finishRun(system, beginRun(system, "command", place, startedMs), result, Date.now());
  } finally {
    client.close();
  }
}
