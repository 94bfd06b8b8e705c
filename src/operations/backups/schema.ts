import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Backups of this installation, the newest of which the cockpit shows; in the system file. */
export const backupRun = sqliteTable("backup_run", {
  id: integer("id").primaryKey(),
  stamp: text("stamp"),
  place: text("place").notNull(),
  source: text("source").notNull(),
  state: text("state").notNull(),
  startedAt: integer("started_at").notNull(),
  finishedAt: integer("finished_at"),
  companies: integer("companies").notNull(),
  leftOut: text("left_out").notNull(),
  sizeBytes: integer("size_bytes").notNull(),
  newBytes: integer("new_bytes").notNull(),
  error: text("error"),
});

/** Exports of companies started on the provider's page. */
export const companyExport = sqliteTable("company_export", {
  id: integer("id").primaryKey(),
  companyId: integer("company_id").notNull(),
  state: text("state").notNull(),
  doneBytes: integer("done_bytes").notNull(),
  totalBytes: integer("total_bytes").notNull(),
  sizeBytes: integer("size_bytes"),
  askedBy: integer("asked_by").notNull(),
  askedName: text("asked_name").notNull(),
  startedAt: integer("started_at").notNull(),
  finishedAt: integer("finished_at"),
  expiresAt: integer("expires_at"),
  error: text("error"),
});

/** Imports of companies started on the provider's page. */
export const companyImport = sqliteTable("company_import", {
  id: integer("id").primaryKey(),
  fileName: text("file_name").notNull(),
  sizeBytes: integer("size_bytes").notNull(),
  state: text("state").notNull(),
  content: text("content"),
  doneBytes: integer("done_bytes").notNull(),
  totalBytes: integer("total_bytes").notNull(),
  companyId: integer("company_id"),
  report: text("report"),
  trouble: text("trouble"),
  error: text("error"),
  askedBy: integer("asked_by").notNull(),
  askedName: text("asked_name").notNull(),
  startedAt: integer("started_at").notNull(),
  touchedAt: integer("touched_at").notNull(),
  finishedAt: integer("finished_at"),
});

/** In system.sqlite: files that are done during a key rotation. */
export const sealedFile = sqliteTable("sealed_file", {
  name: text("name").primaryKey(),
  keyId: text("key_id").notNull(),
});
