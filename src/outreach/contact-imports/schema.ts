import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ColumnRole, ImportState, PreviewRow, RowProblem } from "./contract.ts";

/** An import of a file or phone book. */
export const contactImport = sqliteTable("contact_import", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  userId: integer("user_id"),
  source: text("source").$type<"file" | "phone">().notNull(),
  fileName: text("file_name").notNull().default(""),
  /** Dry run: no contact is written. */
  dryRun: integer("dry_run", { mode: "boolean" }).notNull().default(false),
  state: text("state").$type<ImportState>().notNull(),
  /** 1 while the import is read or processed, otherwise null; a unique index allows one at a time. */
  busy: integer("busy"),
  columns: text("columns", { mode: "json" }).$type<readonly string[]>().notNull().default([]),
  mapping: text("mapping", { mode: "json" }).$type<readonly ColumnRole[]>().notNull().default([]),
  countryCode: text("country_code").notNull().default(""),
  /** Offset of the next row in the file of rows, bytes. */
  nextOffset: integer("next_offset").notNull().default(0),
  total: integer("total").notNull().default(0),
  done: integer("done").notNull().default(0),
  created: integer("created").notNull().default(0),
  updated: integer("updated").notNull().default(0),
  duplicates: integer("duplicates").notNull().default(0),
  invalid: integer("invalid").notNull().default(0),
  preview: text("preview", { mode: "json" }).$type<readonly PreviewRow[]>().notNull().default([]),
  createdAt: integer("created_at").notNull(),
  startedAt: integer("started_at"),
  finishedAt: integer("finished_at"),
  /** The list that gets the rows; null: they become contacts. */
  contactListId: integer("contact_list_id"),
});
export type ContactImport = typeof contactImport.$inferSelect;

/** A row that was skipped, with its cells. */
export const contactImportProblem = sqliteTable(
  "contact_import_problem",
  {
    importId: integer("import_id").notNull(),
    row: integer("row").notNull(),
    reason: text("reason").$type<RowProblem>().notNull(),
    cells: text("cells", { mode: "json" }).$type<readonly string[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.row] })],
);
