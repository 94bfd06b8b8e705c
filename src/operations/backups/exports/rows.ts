import { join } from "node:path";
import { and, between, count, desc, eq, lte, max } from "drizzle-orm";
import { companyExport } from "#operations/backups/schema.ts";
import { nextIdIn, rowIdsOfCell } from "#platform/cells.ts";
import type { Db } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";

/** The file of an export is kept this long, ms. */
export const KEPT_MS = 24 * 60 * 60_000;

export type ExportRow = typeof companyExport.$inferSelect;

/** The directory of all exports, and the file of one. */
export const exportDirectory = ({ dataDirectory }: Installation): string => join(dataDirectory, "exports");
export const exportFile = (installation: Installation, id: number): string =>
  join(exportDirectory(installation), `${id}.tar`);

const isRunning = eq(companyExport.state, "running");

export const exportById = (system: Db, id: number): ExportRow | undefined =>
  system.select().from(companyExport).where(eq(companyExport.id, id)).get();
export const lastExport = (system: Db, companyId: number): ExportRow | undefined =>
  system
    .select()
    .from(companyExport)
    .where(eq(companyExport.companyId, companyId))
    .orderBy(desc(companyExport.id))
    .get();
export const runningExports = (system: Db): number =>
  system.select({ n: count() }).from(companyExport).where(isRunning).get()?.n ?? 0;

/** Running exports, newest first. */
export const runningExportRows = (system: Db): readonly ExportRow[] =>
  system.select().from(companyExport).where(isRunning).orderBy(desc(companyExport.id)).all();

/** Inserts an export; returns its id, which names the cell (docs/rules/cells.md#ids). */
export function insertExport(
  { system, cells }: Pick<Installation, "system" | "cells">,
  fields: Pick<ExportRow, "companyId" | "askedBy" | "askedName" | "startedAt">,
): number {
  const range = rowIdsOfCell(cells.own);
  const { id } = companyExport;
  const last = system
    .select({ id: max(id) })
    .from(companyExport)
    .where(between(id, range.from, range.to))
    .get();
  const values = { ...fields, id: nextIdIn(range, last?.id ?? null) };
  return system.insert(companyExport).values(values).returning({ id }).get().id;
}

export function storeProgress(system: Db, id: number, done: number, total: number): void {
  change(system, id, { doneBytes: done, totalBytes: total });
}

/** Finishes an export unless it was cancelled; true when this call finished it. */
export const endExport = (
  system: Db,
  id: number,
  end: Pick<ExportRow, "state" | "sizeBytes" | "finishedAt" | "expiresAt" | "error">,
): boolean =>
  system
    .update(companyExport)
    .set(end)
    .where(and(eq(companyExport.id, id), isRunning))
    .run().changes > 0;

/** Marks the exports that a stop of the server interrupted as failed. */
export function failInterrupted(system: Db, nowMs: number): void {
  system
    .update(companyExport)
    .set({ state: "failed", error: "interrupted", finishedAt: nowMs })
    .where(isRunning)
    .run();
}

/** Ids of exports whose file has expired, at most 200. */
export const expiredExports = (system: Db, nowMs: number): readonly number[] =>
  system
    .select({ id: companyExport.id })
    .from(companyExport)
    .where(lte(companyExport.expiresAt, nowMs))
    .limit(200)
    .all()
    .map(({ id }) => id);

/** Records that the file was deleted. */
export function forgetFile(system: Db, id: number): void {
  change(system, id, { expiresAt: null, sizeBytes: null });
}

function change(system: Db, id: number, fields: Partial<ExportRow>): void {
  system.update(companyExport).set(fields).where(eq(companyExport.id, id)).run();
}
