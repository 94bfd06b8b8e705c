import { resolutionRows } from "#inbox/reports/columns/resolutions.ts";
import type { CellValue } from "#inbox/reports/columns/texts.ts";
import { workRows } from "#inbox/reports/columns/work.ts";
import type { Figures, ReportFile } from "#inbox/reports/schema.ts";
import { readWork } from "#inbox/reports/work/read.ts";
import { resolutionReport } from "#inbox/tickets/index.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/** Maximum number of resolutions in the mail of a scheduled report. */
const MOST_NAMES = 10;

/** A report of few rows: headings, rows, and the figures of its mail. */
export interface WholeReport {
  readonly rows: readonly CellValue[][];
  readonly figures: Figures;
}

/** The rows of the report of resolutions, or of working times. */
export async function wholeReport(
  ctx: UserCtx,
  { kind, filter, language }: ReportFile,
): Promise<WholeReport> {
  const { date_from = "", date_to = "" } = filter;
  if (kind === "work") {
    const answer = await readWork(ctx, { date_from, date_to });
    return {
      rows: workRows(answer, language),
      figures: { count: answer.people.length, spans: {}, names: [] },
    };
  }
  const report = resolutionReport(ctx, { date_from, date_to });
  const names = report.rows.slice(0, MOST_NAMES).map(({ name, tickets }) => [name ?? "–", tickets] as const);
  return { rows: resolutionRows(report, language), figures: { count: report.total, spans: {}, names } };
}
