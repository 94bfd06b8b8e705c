import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { PageLanguage } from "#platform/http/contract.ts";
import type { Cursor } from "./attendances/attendances.sql.ts";
import type { AttendanceFilter } from "./contract.ts";
import type { FileFormat, FileState, ReportKind } from "./files/contract.ts";

/** A file of a report (docs/rules/reports.md#files). */
export const reportFile = sqliteTable("report_file", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  userId: integer("user_id").notNull(),
  kind: text("kind").$type<ReportKind>().notNull(),
  format: text("format").$type<FileFormat>().notNull(),
  language: text("language").$type<PageLanguage>().notNull(),
  filter: text("filter", { mode: "json" }).$type<AttendanceFilter>().notNull(),
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
  /** Grows when the file begins again, so that what was read before is not stored. */
  attempt: integer("attempt").notNull().default(0),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
});
export type ReportFile = typeof reportFile.$inferSelect;
