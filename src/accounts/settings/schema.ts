import { sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A company's own values; a key without row has its default. */
export const setting = sqliteTable("setting", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});

/** In system.sqlite: values of the whole installation. */
export const installationSetting = sqliteTable("installation_setting", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});
