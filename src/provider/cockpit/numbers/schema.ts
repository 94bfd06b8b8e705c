import { sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A restriction of a number, without any reference to whose number it was (docs/rules/reach.md#incidents). */
export const numberIncident = sqliteTable("number_incident", {
  /** Random. */
  id: text("id").primaryKey(),
  /** `YYYY-MM-DD` in the installation's time zone. */
  day: text("day").notNull(),
  kind: text("kind").notNull(),
  hours: text("hours").notNull(),
  age: text("age").notNull(),
  contacts: text("contacts").notNull(),
  silent: text("silent").notNull(),
  sameText: text("same_text").notNull(),
  proxy: text("proxy").notNull(),
});
