import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Why a user pauses (docs/rules/work-times.md#pauses). */
export const pauseReason = sqliteTable("pause_reason", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull().unique(),
  active: integer("active", { mode: "boolean" }).notNull().default(true),
});
export type PauseReason = typeof pauseReason.$inferSelect;

/** `serving` runs beside `online` or `paused`, while the user has an open ticket that is not snoozed. */
export type SpanKind = "online" | "paused" | "serving";

/** When a user was online, paused or serving (docs/rules/work-times.md#spans). */
export const presenceSpan = sqliteTable("presence_span", {
  id: integer("id").primaryKey(),
  userId: integer("user_id").notNull(),
  kind: text("kind").$type<SpanKind>().notNull(),
  reasonId: integer("reason_id"),
  startedAt: integer("started_at").notNull(),
  /** End of the span, ms; null = it has not ended. */
  endedAt: integer("ended_at"),
  /** Last sign of life, ms. After a crash the span ends here. */
  seenAt: integer("seen_at").notNull(),
});
