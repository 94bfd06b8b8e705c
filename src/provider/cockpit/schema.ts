import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Figures of a company as they were last measured; in the system file. */
export const companyFigure = sqliteTable("company_figure", {
  companyId: integer("company_id").primaryKey(),
  connectionsUp: integer("connections_up").notNull(),
  connectionsDown: integer("connections_down").notNull(),
  diskBytes: integer("disk_bytes").notNull(),
  diskAt: integer("disk_at").notNull(),
  /** The newest message that is counted in `company_day`. */
  messageId: integer("message_id").notNull(),
  measuredAt: integer("measured_at").notNull(),
  /** Restrictions in force, JSON: a list of `RestrictionCount`. */
  restrictions: text("restrictions").notNull().default("[]"),
  /** Numbers of messages in 30 days: compared with phones, missing here, and filled. */
  comparedMessages: integer("compared_messages").notNull().default(0),
  foundGaps: integer("found_gaps").notNull().default(0),
  filledGaps: integer("filled_gaps").notNull().default(0),
});

/** Messages stored on a day of the installation's calendar. */
export const companyDay = sqliteTable(
  "company_day",
  {
    companyId: integer("company_id").notNull(),
    /** `YYYY-MM-DD`. */
    day: text("day").notNull(),
    received: integer("received").notNull(),
    sent: integer("sent").notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.day] })],
);
