import * as v from "valibot";
import { AttendanceFilter, ColumnId } from "#inbox/reports/contract.ts";
import { Instant, PageLanguage } from "#platform/http/contract.ts";

/** Limits (docs/rules/reports.md#files). */
export const MOST_ROWS = { csv: 2_000_000, xlsx: 100_000 } as const;
export const MOST_COLUMNS = 140;

/** `ratings` = the tab Satisfação, `work` = the tab Jornada. */
export const ReportKind = v.picklist(["attendances", "resolutions", "ratings", "work"]);
export type ReportKind = v.InferOutput<typeof ReportKind>;
const FORMATS = ["csv", "xlsx"] as const;
export const FileFormat = v.picklist(FORMATS);
export type FileFormat = v.InferOutput<typeof FileFormat>;

export const FileFilter = v.object({
  ...AttendanceFilter.entries,
  /** For `ratings`: true = only ratings with a comment. */
  commented: v.optional(v.boolean()),
});
export type FileFilter = v.InferOutput<typeof FileFilter>;

export const FileBody = v.object({
  kind: ReportKind,
  format: FileFormat,
  /**
   * Same fields as the parameters of `GET /reports/attendances`. For `ratings` only period, queues, connections, tags and `commented`
   * are used, for `resolutions` and `work` only the period.
   */
  filter: FileFilter,
  /** Columns of attendances, in their order. */
  columns: v.optional(v.pipe(v.array(ColumnId), v.minLength(1), v.maxLength(MOST_COLUMNS)), ["protocol"]),
  language: v.optional(PageLanguage),
});
export type FileBody = v.InferOutput<typeof FileBody>;
export const FileStarted = v.object({ id: v.number() });

const STATES = ["running", "done", "failed", "cancelled"] as const;
export type FileState = (typeof STATES)[number];
export const ReportFileAnswer = v.object({
  id: v.number(),
  kind: ReportKind,
  format: FileFormat,
  state: v.picklist(STATES),
  /** ERR_* code of a failed file. */
  error: v.nullable(v.string()),
  done: v.number(),
  total: v.number(),
  /** First and last day of the report. */
  from: v.string(),
  to: v.string(),
  /** Name of the scheduled report; null = the file was requested on the page. */
  scheduleName: v.nullable(v.string()),
  createdAt: Instant,
  expiresAt: Instant,
});
export type ReportFileAnswer = v.InferOutput<typeof ReportFileAnswer>;
export const ReportFiles = v.object({ files: v.array(ReportFileAnswer) });
