import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Kind, Verb, Who } from "./contract.ts";

const columns = {
  id: integer("id").primaryKey({ autoIncrement: true }),
  at: integer("at").notNull(),
  who: text("who").notNull().$type<Who>(),
  userId: integer("user_id"),
  name: text("name").notNull(),
  kind: text("kind").notNull().$type<Kind>(),
  verb: text("verb").notNull().$type<Verb>(),
  thingId: text("thing_id"),
  thing: text("thing"),
  details: text("details").notNull().default("{}"),
  ip: text("ip").notNull().default(""),
};

/** What was done in a company. */
export const auditLine = sqliteTable("audit_log", columns);

/** In system.sqlite: what the provider did, and commands. */
export const providerLine = sqliteTable("provider_audit_log", {
  ...columns,
  companyId: integer("company_id"),
});
