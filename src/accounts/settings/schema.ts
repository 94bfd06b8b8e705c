import { sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Settings of a company; a key without a row has its default. */
export const setting = sqliteTable("setting", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});

/** Settings of the whole installation, in system.sqlite. */
export const installationSetting = sqliteTable("installation_setting", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});
