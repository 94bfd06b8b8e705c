import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A contact list for campaigns. Triggers update its counts. */
export const contactList = sqliteTable("contact_list", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  contactsCount: integer("contacts_count").notNull().default(0),
  validCount: integer("valid_count").notNull().default(0),
  invalidCount: integer("invalid_count").notNull().default(0),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type ContactList = typeof contactList.$inferSelect;

/** One item of a list; `matchKey` is unique in the list. */
export const contactListItem = sqliteTable("contact_list_item", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  contactListId: integer("contact_list_id").notNull(),
  name: text("name").notNull(),
  /** Digits with the country code; after a check, the network's form. */
  number: text("number").notNull(),
  matchKey: text("match_key").notNull(),
  email: text("email").notNull().default(""),
  /** Whether the number is on WhatsApp; null = not known. */
  isWhatsappValid: integer("is_whatsapp_valid", { mode: "boolean" }),
  /** When the number may be checked; null = no check needed. */
  checkAt: integer("check_at"),
  /** Name, number and e-mail in the form that searches compare. */
  search: text("search").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type ContactListItem = typeof contactListItem.$inferSelect;
