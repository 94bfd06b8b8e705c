import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One signed-in browser. */
export const session = sqliteTable("session", {
  id: integer("id").primaryKey(),
  userId: integer("user_id").notNull(),
  familyHash: text("family_hash").notNull(),
  generation: integer("generation").notNull().default(0),
  rotatedAt: integer("rotated_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  ip: text("ip").notNull().default(""),
  userAgent: text("user_agent").notNull().default(""),
  createdAt: integer("created_at").notNull(),
  endedAt: integer("ended_at"),
});
export type SessionRow = typeof session.$inferSelect;
