import { desc, eq, isNotNull } from "drizzle-orm";
import { backupRun } from "#operations/backups/schema.ts";
import { type Db, typed } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import { withSystemFile } from "#tenants/system-file.ts";
import type { BackUpResult } from "./back-up.ts";
import * as sql from "./record.sql.ts";

export type BackupRun = typeof backupRun.$inferSelect;
/** Who started a backup: the nightly job, a user, or the command line. */
export type BackupSource = BackupRun["source"];

/** Inserts a run; returns its id. */
export const beginRun = (system: Db, source: BackupSource, place: string, nowMs: number): number =>
  system.insert(backupRun).values({ place, source, startedAt: nowMs }).returning({ id: backupRun.id }).get()
    .id;

/** Finishes a run; one that leaves a company out counts as failed, because an operator must check it. */
export function finishRun(system: Db, id: number, { run: made, bytes }: BackUpResult, nowMs: number): void {
  const leftOut = made.companies.flatMap(({ id: company, name, error }) =>
    error === null ? [] : [{ id: company, name, error }],
  );
  change(system, id, {
    state: leftOut.length === 0 ? "done" : "failed",
    stamp: made.stamp,
    finishedAt: nowMs,
    companies: made.companies.length - leftOut.length,
    leftOut,
    sizeBytes: made.companies.reduce((sum, company) => sum + company.bytes, made.system?.file.size ?? 0),
    newBytes: bytes,
  });
}

export function failRun(system: Db, id: number, error: string, nowMs: number): void {
  change(system, id, { state: "failed", finishedAt: nowMs, error });
}

/** A user cancelled the run. */
export function cancelRun(system: Db, id: number, nowMs: number): void {
  change(system, id, { state: "cancelled", finishedAt: nowMs });
}

/** At the start of the server: sets the state of runs that its last stop interrupted to `failed`. */
export function failInterrupted(system: Db, nowMs: number): void {
  system
    .update(backupRun)
    .set({ state: "failed", finishedAt: nowMs, error: "interrupted" })
    .where(eq(backupRun.state, "running"))
    .run();
}

function change(system: Db, id: number, fields: Partial<BackupRun>): void {
  system.update(backupRun).set(fields).where(eq(backupRun.id, id)).run();
}

const NEWEST_FIRST = [desc(backupRun.startedAt), desc(backupRun.id)] as const;

/** The newest run, in any state. */
export const lastRun = (system: Db): BackupRun | null =>
  system
    .select()
    .from(backupRun)
    .orderBy(...NEWEST_FIRST)
    .get() ?? null;
/** The newest stored run, even if some company is missing from it. */
export const lastStored = (system: Db): BackupRun | null =>
  system
    .select()
    .from(backupRun)
    .where(isNotNull(backupRun.stamp))
    .orderBy(...NEWEST_FIRST)
    .get() ?? null;

/** Records a backup of the command line for the cockpit, also while a server is running. */
export function recordCommand(
  dataDirectory: string,
  place: string,
  result: BackUpResult,
  startedMs: number,
): void {
  withSystemFile(dataDirectory, (client) => {
    const system = typed(client);
    if (!queryOne(system, sql.tableExists)) return;
    finishRun(system, beginRun(system, "command", place, startedMs), result, Date.now());
  });
}
