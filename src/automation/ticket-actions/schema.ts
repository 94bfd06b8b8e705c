import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Kinds of owners of a list of actions with files. */
export type FileOwner = "macro" | "rule" | "followup";

/** A file that a reply of a list of actions sends (docs/rules/ticket-actions.md#files). */
export const actionFile = sqliteTable("action_file", {
  fileId: integer("file_id").primaryKey(),
  /** Who uploaded it. */
  userId: integer("user_id").notNull(),
  /** Null = uploaded, and not stored with a list yet. */
  owner: text("owner").$type<FileOwner>(),
  ownerId: integer("owner_id"),
  createdAt: integer("created_at").notNull(),
});
export type ActionFile = typeof actionFile.$inferSelect;
