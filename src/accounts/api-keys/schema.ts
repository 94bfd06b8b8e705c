import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** An API key of the company. */
export const apiKey = sqliteTable("api_key", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  hash: text("hash").notNull(),
  last4: text("last4").notNull(),
  /** JSON: `Scope[]`. */
  scopes: text("scopes").notNull(),
  /** User who created it. */
  userId: integer("user_id"),
  createdAt: integer("created_at").notNull(),
  /** ms, updated at most once a minute. */
  lastUsedAt: integer("last_used_at"),
});
export type ApiKeyRow = typeof apiKey.$inferSelect;
