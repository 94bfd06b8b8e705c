import { integer, primaryKey, sqliteTable } from "drizzle-orm/sqlite-core";

/** The users a waiting ticket was already offered to since it entered its queue. */
export const distributionOffer = sqliteTable(
  "distribution_offer",
  {
    ticketId: integer("ticket_id").notNull(),
    userId: integer("user_id").notNull(),
    offeredAt: integer("offered_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.ticketId, table.userId] })],
);
