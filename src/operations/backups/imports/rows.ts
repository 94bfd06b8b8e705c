import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { and, between, desc, eq, inArray, isNull, max } from "drizzle-orm";
import { type ArchiveProblem, BackupError } from "#operations/backups/archive/errors.ts";
import { companyImport } from "#operations/backups/schema.ts";
import { nextIdIn, rowIdsOfCell } from "#platform/cells.ts";
import type { Db } from "#platform/db/database.ts";
import { notFound } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { ArchiveContent, ImportReport } from "./contract.ts";

export type ImportRow = typeof companyImport.$inferSelect;
type ImportState = ImportRow["state"];

/** Directory of uploaded archives, path of one archive, and the directory it is unpacked to. */
export const importDirectory = ({ dataDirectory }: Pick<Installation, "dataDirectory">): string =>
  join(dataDirectory, "imports");
export const importFile = (installation: Installation, id: number): string =>
  join(importDirectory(installation), `${id}.tar`);
export const stagingOf = ({ dataDirectory }: Installation, id: number): string =>
  join(dataDirectory, "work", `company-import-${id}`);

/** Bytes of the file that are already received. */
export const receivedBytes = (installation: Installation, id: number): number =>
  statSync(importFile(installation, id), { throwIfNoEntry: false })?.size ?? 0;

/** The newest import. Only one import runs at a time, so it is also the only unfinished one. */
export const lastImport = (system: Db): ImportRow | undefined =>
  system.select().from(companyImport).orderBy(desc(companyImport.id)).get();

/** The import whose archive is being unpacked, since `touchedAt`. */
export function runningCompanyImport(system: Db): ImportRow | undefined {
  const last = lastImport(system);
  return last?.state === "running" ? last : undefined;
}

/** Imports that a stop of the server interrupted while their archive was inspected or unpacked. */
export const interruptedImports = (system: Db): readonly ImportRow[] =>
  system
    .select()
    .from(companyImport)
    .where(inArray(companyImport.state, ["looking", "running"]))
    .all();

/** Throws 404 ERR_NOT_FOUND. */
export function requireImport(system: Db, id: number): ImportRow {
  const row = system.select().from(companyImport).where(eq(companyImport.id, id)).get();
  if (!row) throw notFound();
  return row;
}

/** Inserts an import; returns its id, which names the cell (docs/rules/cells.md#ids). */
export function insertImport(
  { system, cells }: Pick<Installation, "system" | "cells">,
  { now, ...fields }: Pick<ImportRow, "fileName" | "sizeBytes" | "askedBy" | "askedName"> & { now: number },
): number {
  const range = rowIdsOfCell(cells.own);
  const { id } = companyImport;
  const last = system
    .select({ id: max(id) })
    .from(companyImport)
    .where(between(id, range.from, range.to))
    .get();
  const values = { ...fields, id: nextIdIn(range, last?.id ?? null), startedAt: now, touchedAt: now };
  return system.insert(companyImport).values(values).returning({ id }).get().id;
}

/** Changes the state; false when another request did so first. */
export const step = (system: Db, id: number, from: ImportState, to: ImportState, now: number): boolean =>
  system
    .update(companyImport)
    .set({ state: to, touchedAt: now, trouble: null, error: null })
    .where(and(eq(companyImport.id, id), eq(companyImport.state, from)))
    .run().changes > 0;

export function touch(system: Db, id: number, now: number): void {
  change(system, id, { touchedAt: now });
}

export function storeContent(system: Db, id: number, content: ArchiveContent): void {
  change(system, id, { content: JSON.stringify(content) });
}

export function storeProgress(system: Db, id: number, done: number, total: number): void {
  change(system, id, { doneBytes: done, totalBytes: total });
}

/** Stores the company that is being created; null after it was discarded. */
export function storeCompany(system: Db, id: number, companyId: number | null): void {
  change(system, id, { companyId });
}

/** After a wrong passphrase: waits for another one. */
export function resetImport(system: Db, id: number, now: number): void {
  system
    .update(companyImport)
    .set({ state: "ready", trouble: "passphrase", touchedAt: now })
    .where(and(eq(companyImport.id, id), eq(companyImport.state, "running")))
    .run();
}

/** Finishes an import unless it is already finished; true when this call finished it. */
export const endImport = (
  system: Db,
  id: number,
  end: {
    readonly state: "done" | "failed" | "cancelled";
    readonly now: number;
    readonly report?: ImportReport;
    readonly trouble?: ArchiveProblem;
    readonly error?: string;
  },
): boolean =>
  system
    .update(companyImport)
    .set({
      state: end.state,
      finishedAt: end.now,
      touchedAt: end.now,
      report: end.report ? JSON.stringify(end.report) : null,
      trouble: end.trouble ?? null,
      error: end.error ?? null,
    })
    .where(and(eq(companyImport.id, id), isNull(companyImport.finishedAt)))
    .run().changes > 0;

function change(system: Db, id: number, fields: Partial<ImportRow>): void {
  system.update(companyImport).set(fields).where(eq(companyImport.id, id)).run();
}

/** Records why an import has failed and deletes its files. */
export function fail(installation: Installation, id: number, error: unknown): void {
  const { system, clock, log } = installation;
  const trouble = error instanceof BackupError ? error.trouble : "failed";
  const message = (error as Error).message.replaceAll(importFile(installation, id), "the file");
  if (endImport(system, id, { state: "failed", now: clock.now(), trouble, error: message }))
    log.warn({ import: id, err: error }, "import of a company failed");
  removeFiles(installation, id);
}

/** Deletes the archive and the unpacked files. */
export function removeFiles(installation: Installation, id: number): void {
  rmSync(importFile(installation, id), { force: true });
  rmSync(stagingOf(installation, id), { recursive: true, force: true });
}
