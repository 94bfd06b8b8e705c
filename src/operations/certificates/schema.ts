import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Accounts at certificate authorities; in the system file. */
export const acmeAccount = sqliteTable("acme_account", {
  directory: text("directory").primaryKey(),
  key: text("key").notNull(),
  url: text("url").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** Issued certificates and the result of the last attempts. */
export const certificate = sqliteTable("certificate", {
  names: text("names").primaryKey(),
  chain: text("chain"),
  key: text("key"),
  notBefore: integer("not_before"),
  notAfter: integer("not_after"),
  failures: integer("failures").notNull().default(0),
  triedAt: integer("tried_at"),
  nextAt: integer("next_at").notNull().default(0),
  error: text("error"),
});
