import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { FieldKind, FieldOwner } from "./contract.ts";

/** The definition of a custom field (docs/rules/fields.md). */
export const field = sqliteTable("field", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  of: text("owner").$type<FieldOwner>().notNull(),
  key: text("key").notNull(),
  label: text("label").notNull(),
  kind: text("kind").$type<FieldKind>().notNull(),
  choices: text("choices", { mode: "json" }).$type<readonly string[]>().notNull().default([]),
  /** Required when a person resolves a ticket. */
  required: integer("required", { mode: "boolean" }).notNull().default(false),
  /** Queues whose tickets need the field; empty = every queue. */
  queueIds: text("queue_ids", { mode: "json" }).$type<readonly number[]>().notNull().default([]),
  /** Shown in the rows of lists. */
  inList: integer("in_list", { mode: "boolean" }).notNull().default(false),
  position: integer("position").notNull(),
  active: integer("active", { mode: "boolean" }).notNull().default(true),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type Field = typeof field.$inferSelect;

/** A value of a contact or of a ticket; several choices are several rows. */
export const fieldValue = sqliteTable("field_value", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  fieldId: integer("field_id").notNull(),
  contactId: integer("contact_id"),
  ticketId: integer("ticket_id"),
  /** Text, choice, or date as `YYYY-MM-DD`. */
  text: text("text"),
  /** Number, date as `YYYYMMDD`, or 1 and 0. */
  num: real("num"),
  /** The text without case and accents. */
  folded: text("folded"),
});
