import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ArchiveProblem } from "./archive/errors.ts";
import type { CompanyImport } from "./imports/contract.ts";

/** Backups of this installation, the newest of which the cockpit shows; in the system file. */
export const backupRun = sqliteTable("backup_run", {
  id: integer("id").primaryKey(),
  stamp: text("stamp"),
  place: text("place").notNull(),
  source: text("source", { enum: ["night", "asked", "command"] }).notNull(),
  state: text("state", { enum: ["running", "done", "failed", "cancelled"] })
    .notNull()
    .default("running"),
  startedAt: integer("started_at").notNull(),
  finishedAt: integer("finished_at"),
  companies: integer("companies").notNull().default(0),
  /** Companies that are not in the backup, with the reason. */
  leftOut: text("left_out", { mode: "json" })
    .$type<readonly { readonly id: number; readonly name: string; readonly error: string }[]>()
    .notNull()
    .default([]),
  sizeBytes: integer("size_bytes").notNull().default(0),
  newBytes: integer("new_bytes").notNull().default(0),
  error: text("error"),
});

/** Exports of companies started on the provider's page. */
export const companyExport = sqliteTable("company_export", {
  id: integer("id").primaryKey(),
  companyId: integer("company_id").notNull(),
  state: text("state", { enum: ["running", "done", "failed", "cancelled"] })
    .notNull()
    .default("running"),
  doneBytes: integer("done_bytes").notNull().default(0),
  totalBytes: integer("total_bytes").notNull().default(0),
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
  state: text("state").$type<CompanyImport["state"]>().notNull().default("uploading"),
  content: text("content"),
  doneBytes: integer("done_bytes").notNull().default(0),
  totalBytes: integer("total_bytes").notNull().default(0),
  companyId: integer("company_id"),
  report: text("report"),
  trouble: text("trouble").$type<ArchiveProblem>(),
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
