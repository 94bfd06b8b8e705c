import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A key of the company for other systems. */
export const apiKey = sqliteTable("api_key", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  hash: text("hash").notNull(),
  last4: text("last4").notNull(),
  /** JSON: `Scope[]`. */
  scopes: text("scopes").notNull(),
  /** Who made it. */
  userId: integer("user_id"),
  createdAt: integer("created_at").notNull(),
  /** To the minute. */
  lastUsedAt: integer("last_used_at"),
});
export type ApiKeyRow = typeof apiKey.$inferSelect;
