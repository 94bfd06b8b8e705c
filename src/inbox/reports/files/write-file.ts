import { renameSync } from "node:fs";
import type { Cursor } from "#inbox/reports/attendances/attendances.sql.ts";
import type { CellValue } from "#inbox/reports/columns/texts.ts";
import { ReportFileChanged } from "#inbox/reports/events.ts";
import type { Figures, ReportFile } from "#inbox/reports/schema.ts";
import { CSV_START, csvLine } from "#platform/csv.ts";
import { execute } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { append } from "./append.ts";
import type { FileFormat } from "./contract.ts";
import * as sql from "./files.sql.ts";
import { makeDirectory, partOf, pathOf } from "./paths.ts";
import { piecesOf, type ReportPieces } from "./pieces.ts";
import { fileById } from "./queries.ts";
import { writeSheetInSubprocess } from "./sheet/sheet-process.ts";
import { type WholeReport, wholeReport } from "./whole-report.ts";

/** Pieces that are written and synced together. */
const PIECES = 20;

/** A spreadsheet is first written as lines of JSON; a subprocess converts them. */
const lineOf = (format: FileFormat, cells: readonly CellValue[]): string =>
  format === "csv" ? csvLine(cells) : `${JSON.stringify(cells)}\n`;

/**
 * Writes the rest of a file, with the permissions that its user has now. The progress is recorded with each piece, so that writing
 * continues after a restart. The file gets its final name only when it is complete. Returns true when it is complete, false when it
 * was cancelled or must be written again. Throws when a piece cannot be written.
 */
export async function writeFile(ctx: UserCtx, file: ReportFile): Promise<boolean> {
  const { tenant } = ctx;
  makeDirectory(tenant);
  const pieces = piecesOf(ctx, file);
  const isWritten = pieces
    ? await writePieces(ctx, file, pieces)
    : writeWhole(ctx, file, await wholeReport(ctx, file));
  if (!isWritten) return false;
  if (file.format === "csv") renameSync(partOf(tenant, file.id), pathOf(tenant, file));
  else {
    const draft = `${pathOf(tenant, file)}.part`;
    await writeSheetInSubprocess(partOf(tenant, file.id), draft);
    // The file was cancelled or restarted (because a person was erased) meanwhile.
    const now = fileById(tenant.db, file.id);
    if (now?.state !== "running" || now.attempt !== file.attempt) return false;
    renameSync(draft, pathOf(tenant, file));
  }
  return true;
}

/** Writes a report of few rows in one piece. */
function writeWhole(ctx: UserCtx, file: ReportFile, { rows, figures }: WholeReport): boolean {
  const text = startOf(file.format) + rows.map((cells) => lineOf(file.format, cells)).join("");
  const size = append(partOf(ctx.tenant, file.id), 0, text);
  return size !== undefined && store(ctx, file, { bytes: size, done: 1, next: null, figures });
}

const startOf = (format: FileFormat): string => (format === "csv" ? CSV_START : "");

async function writePieces(
  ctx: UserCtx,
  file: ReportFile,
  { headings, read }: ReportPieces,
): Promise<boolean> {
  const { tenant } = ctx;
  const { id, format } = file;
  let { bytes, done, figures } = file;
  let after: Cursor | null = file.next;
  let isEnd = bytes > 0 && after === null;
  while (!isEnd) {
    let text = bytes === 0 ? startOf(format) + lineOf(format, headings) : "";
    for (let piece = 0; piece < PIECES && !isEnd; piece += 1) {
      const found = read(after ?? undefined, figures);
      for (const cells of found.rows) text += lineOf(format, cells);
      done += found.rows.length;
      figures = found.figures;
      after = found.next;
      isEnd = after === null;
      await yieldToEventLoop(tenant);
    }
    const size = append(partOf(tenant, id), bytes, text);
    if (size === undefined) {
      tenant.write((unit) => void execute(unit.db, sql.restart, { id }));
      return false;
    }
    if (!store(ctx, file, { bytes: size, done, next: after, figures })) return false;
    bytes = size;
  }
  return true;
}

/** Records the progress; returns false when the file was cancelled or restarted meanwhile. */
function store(
  { tenant, actor }: UserCtx,
  { id, attempt }: ReportFile,
  {
    next,
    figures,
    ...progress
  }: { bytes: number; done: number; next: Cursor | null; figures: Figures | null },
): boolean {
  return tenant.write((unit) => {
    const cursor = next === null ? null : JSON.stringify(next);
    if (
      execute(unit.db, sql.storeProgress, {
        id,
        attempt,
        ...progress,
        next: cursor,
        figures: JSON.stringify(figures),
      }).changes === 0
    )
      return false;
    unit.emit(ReportFileChanged, { fileId: id, userId: actor.id });
    return true;
  });
}
