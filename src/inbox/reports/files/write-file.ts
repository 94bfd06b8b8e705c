import { renameSync } from "node:fs";
import type { Cursor } from "#inbox/reports/attendances/attendances.sql.ts";
import { readRows } from "#inbox/reports/attendances/pages.ts";
import { attendancesOf } from "#inbox/reports/attendances/present.ts";
import { wantedRows } from "#inbox/reports/attendances/wanted.ts";
import { type CellValue, resolutionRows, rowWriter } from "#inbox/reports/columns/cells.ts";
import { ReportFileChanged } from "#inbox/reports/events.ts";
import type { Figures, ReportFile } from "#inbox/reports/schema.ts";
import { resolutionReport } from "#inbox/tickets/index.ts";
import { CSV_START, csvLine } from "#platform/csv.ts";
import { execute } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { append } from "./append.ts";
import type { FileFormat } from "./contract.ts";
import { figuresFrom } from "./figures.ts";
import * as sql from "./files.sql.ts";
import { makeDirectory, partOf, pathOf } from "./paths.ts";
import { fileById } from "./queries.ts";
import { writeSheetInSubprocess } from "./sheet/sheet-process.ts";

/** Rows per piece; a piece takes some ms. */
const PIECE = 100;
/** Maximum number of rows of the period that a piece reads. */
const LOOKED_AT = 2_000;
/** Pieces that are written and synced together. */
const PIECES = 20;

/** Resolutions that the mail of a scheduled report names. */
const MOST_NAMES = 10;

/** A spreadsheet is first written as lines of JSON; a subprocess converts them. */
const lineOf = (format: FileFormat, cells: readonly CellValue[]): string =>
  format === "csv" ? csvLine(cells) : `${JSON.stringify(cells)}\n`;

/**
 * Writes a file to its end, with the rights that its user has now. What is written is recorded with each piece, so a
 * restart goes on; the file appears under its name only when it is whole. Returns whether it is; false when it was
 * cancelled, or begins again. Throws when a piece cannot be written.
 */
export async function writeFile(ctx: UserCtx, file: ReportFile): Promise<boolean> {
  const { tenant } = ctx;
  makeDirectory(tenant);
  const isWritten =
    file.kind === "attendances" ? await writeAttendances(ctx, file) : writeResolutions(ctx, file);
  if (!isWritten) return false;
  if (file.format === "csv") renameSync(partOf(tenant, file.id), pathOf(tenant, file));
  else {
    const draft = `${pathOf(tenant, file)}.part`;
    await writeSheetInSubprocess(partOf(tenant, file.id), draft);
    // Cancelled, or a person was erased meanwhile.
    const now = fileById(tenant.db, file.id);
    if (now?.state !== "running" || now.attempt !== file.attempt) return false;
    renameSync(draft, pathOf(tenant, file));
  }
  return true;
}

function writeResolutions(ctx: UserCtx, file: ReportFile): boolean {
  const { id, filter, format, language } = file;
  const report = resolutionReport(ctx, { date_from: filter.date_from ?? "", date_to: filter.date_to ?? "" });
  const rows = resolutionRows(report, language).map((cells) => lineOf(format, cells));
  const size = append(partOf(ctx.tenant, id), 0, startOf(format) + rows.join(""));
  const names = report.rows.slice(0, MOST_NAMES).map(({ name, tickets }) => [name ?? "–", tickets] as const);
  const figures = { count: report.total, spans: {}, names };
  return size !== undefined && store(ctx, file, { bytes: size, done: 1, next: null, figures });
}

const startOf = (format: FileFormat): string => (format === "csv" ? CSV_START : "");

async function writeAttendances(ctx: UserCtx, file: ReportFile): Promise<boolean> {
  const { tenant } = ctx;
  const { id, format, language } = file;
  const rows = wantedRows(ctx, file.filter);
  const writer = rowWriter(tenant, file.columns, language);
  let { bytes, done } = file;
  const figures = figuresFrom(file.figures);
  let after: Cursor | null = file.next;
  let isEnd = bytes > 0 && after === null;
  while (!isEnd) {
    let text = bytes === 0 ? startOf(format) + lineOf(format, writer.headings) : "";
    for (let piece = 0; piece < PIECES && !isEnd; piece += 1) {
      const read = readRows(tenant.db, rows, { after: after ?? undefined, limit: PIECE, most: LOOKED_AT });
      for (const row of attendancesOf(tenant, read.ids, language)) {
        text += lineOf(format, writer.cells(row));
        figures.add(row);
      }
      done += read.ids.length;
      after = read.next;
      isEnd = after === null;
      await yieldToEventLoop(tenant);
    }
    const size = append(partOf(tenant, id), bytes, text);
    if (size === undefined) {
      tenant.write((unit) => void execute(unit.db, sql.restart, { id }));
      return false;
    }
    if (!store(ctx, file, { bytes: size, done, next: after, figures: figures.now() })) return false;
    bytes = size;
  }
  return true;
}

/** Records what was written; false when the file was cancelled or begins again. */
function store(
  { tenant, actor }: UserCtx,
  { id, attempt }: ReportFile,
  { next, figures, ...progress }: { bytes: number; done: number; next: Cursor | null; figures: Figures },
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
