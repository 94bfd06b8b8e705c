import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Our standing with authorities; in the system file. */
export const acmeAccount = sqliteTable("acme_account", {
  directory: text("directory").primaryKey(),
  key: text("key").notNull(),
  url: text("url").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** What the authority gave, and how the last tries went. */
export const certificate = sqliteTable("certificate", {
  names: text("names").primaryKey(),
  chain: text("chain"),
  key: text("key"),
  notBefore: integer("not_before"),
  notAfter: integer("not_after"),
  failures: integer("failures").notNull(),
  triedAt: integer("tried_at"),
  nextAt: integer("next_at").notNull(),
  error: text("error"),
});
