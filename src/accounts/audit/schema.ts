import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Action, Kind, Who } from "./contract.ts";

const columns = {
  id: integer("id").primaryKey({ autoIncrement: true }),
  at: integer("at").notNull(),
  who: text("who").notNull().$type<Who>(),
  userId: integer("user_id"),
  name: text("name").notNull(),
  kind: text("kind").notNull().$type<Kind>(),
  action: text("action").notNull().$type<Action>(),
  subjectId: text("subject_id"),
  subject: text("subject"),
  details: text("details").notNull().default("{}"),
  ip: text("ip").notNull().default(""),
};

/** The audit trail of a company. */
export const auditLog = sqliteTable("audit_log", columns);

/** In system.sqlite: the trail of the provider, with its commands. */
export const providerAuditLog = sqliteTable("provider_audit_log", {
  ...columns,
  companyId: integer("company_id"),
});
