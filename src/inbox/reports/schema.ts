import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { PageLanguage } from "#platform/http/contract.ts";
import type { Cursor } from "./attendances/attendances.sql.ts";
import type { AttendanceFilter } from "./contract.ts";
import type { FileFilter, FileFormat, FileState, ReportKind } from "./files/contract.ts";
import type { ScheduleKind, SchedulePeriod } from "./schedules/contract.ts";

/** Sums and counts of the rows of a file, for the mail of a scheduled report. */
export interface Figures {
  readonly count: number;
  readonly spans: Readonly<Partial<Record<FigureSpan, { readonly sumMs: number; readonly count: number }>>>;
  /** For the report of resolutions: name and number. */
  readonly names: readonly (readonly [name: string, count: number])[];
}
export type FigureSpan = "waiting" | "response" | "support";

/** A file of a report (docs/rules/reports.md#files). */
export const reportFile = sqliteTable("report_file", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  userId: integer("user_id").notNull(),
  kind: text("kind").$type<ReportKind>().notNull(),
  format: text("format").$type<FileFormat>().notNull(),
  language: text("language").$type<PageLanguage>().notNull(),
  filter: text("filter", { mode: "json" }).$type<FileFilter>().notNull(),
  columns: text("columns", { mode: "json" }).$type<readonly string[]>().notNull(),
  state: text("state").$type<FileState>().notNull(),
  error: text("error"),
  /** Rows. */
  done: integer("done").notNull().default(0),
  total: integer("total").notNull(),
  /** Where the next rows begin; null = at the first one. */
  next: text("next_rows", { mode: "json" }).$type<Cursor>(),
  /** Written and synced so far. */
  bytes: integer("bytes").notNull().default(0),
  /** Increased when the file is written again from the beginning, so that rows read before are not stored. */
  attempt: integer("attempt").notNull().default(0),
  /** Null = requested on the page. */
  scheduleName: text("schedule_name"),
  figures: text("figures", { mode: "json" }).$type<Figures>(),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
});
export type ReportFile = typeof reportFile.$inferSelect;

/** A report that is sent regularly (docs/rules/reports.md#schedules). */
export const reportSchedule = sqliteTable("report_schedule", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  kind: text("kind").$type<ScheduleKind>().notNull(),
  format: text("format").$type<FileFormat>().notNull(),
  /** Without a period. */
  filter: text("filter", { mode: "json" }).$type<AttendanceFilter>().notNull(),
  columns: text("columns", { mode: "json" }).$type<readonly string[]>().notNull(),
  period: text("period").$type<SchedulePeriod>().notNull(),
  /** `HH:mm` on the company's clock. */
  at: text("at").notNull(),
  userIds: text("user_ids", { mode: "json" }).$type<readonly number[]>().notNull(),
  active: integer("active", { mode: "boolean" }).notNull(),
  /** When it is sent next, ms. */
  nextAt: integer("next_at").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type ReportSchedule = typeof reportSchedule.$inferSelect;
