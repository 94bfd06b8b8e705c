import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DraftMode } from "./contract.ts";

/** The unsent texts of users; an empty text has no row. */
export const draft = sqliteTable(
  "draft",
  {
    userId: integer("user_id").notNull(),
    ticketId: integer("ticket_id").notNull(),
    mode: text("mode").notNull().$type<DraftMode>(),
    body: text("body").notNull(),
    /** The message that the text quotes. */
    quotedId: integer("quoted_id"),
    /**
     * Increases with each change of any draft of the user. Taken from the clock (ms), so that a late event does not restore a removed
     * draft.
     */
    version: integer("version").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.ticketId, table.mode] })],
);
export type DraftRow = typeof draft.$inferSelect;
