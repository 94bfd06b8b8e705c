import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { mergeValues } from "#people/fields/index.ts";

/** Kinds of ids that networks give a person or a group (docs/rules/contacts.md#identities). */
export type IdentityKind = "pn" | "lid" | "bsuid" | "username" | "psid" | "igsid" | "group";
/** Whether a number exists on the network: unknown until checked. */
export type Existence = "yes" | "no" | "unknown";

/** A person or a group. */
export const contact = sqliteTable("contact", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  uuid: text("uuid").notNull().unique(),
  name: text("name").notNull(),
  /** `manual` names are never overwritten by the network; `phone`: the number is shown as name. */
  nameSource: text("name_source").$type<"manual" | "network" | "phone">().notNull().default("phone"),
  /** Shown value: the digits of the phone identity. */
  number: text("number"),
  email: text("email").notNull().default(""),
  isGroup: integer("is_group", { mode: "boolean" }).notNull().default(false),
  blocked: integer("blocked", { mode: "boolean" }).notNull().default(false),
  disableBot: integer("disable_bot", { mode: "boolean" }).notNull().default(false),
  optedOutAt: integer("opted_out_at"),
  /** When the contact was last asked for its phone, and when it refused (docs/rules/contacts.md#ask-for-the-phone). */
  phoneAskedAt: integer("phone_asked_at"),
  phoneRefusedAt: integer("phone_refused_at"),
  /** Digits that the contact typed or sent as a card; used only when a user confirms them. */
  offeredPhone: text("offered_phone"),
  pictureId: integer("picture_id"),
  pictureCheckedAt: integer("picture_checked_at"),
  /** Connection of the contact's first message. */
  connectionId: integer("connection_id"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type Contact = typeof contact.$inferSelect;

export const contactIdentity = sqliteTable("contact_identity", {
  id: integer("id").primaryKey(),
  contactId: integer("contact_id").notNull(),
  kind: text("kind").$type<IdentityKind>().notNull(),
  scope: text("scope").notNull().default(""),
  value: text("value").notNull(),
  matchKey: text("match_key").notNull(),
  /** The id used for sending. */
  address: text("address").notNull(),
  checkedAt: integer("checked_at"),
  existsState: text("exists_state").$type<Existence>().notNull().default("unknown"),
  /** When the network replaced this id; it still finds the contact, and nothing is sent to it. */
  formerAt: integer("former_at"),
});
export type ContactIdentity = typeof contactIdentity.$inferSelect;

export const contactExtra = sqliteTable("contact_extra", {
  id: integer("id").primaryKey(),
  contactId: integer("contact_id").notNull(),
  name: text("name").notNull(),
  value: text("value").notNull(),
});
export type ContactExtra = typeof contactExtra.$inferSelect;

/** Data needed to undo a merge (docs/rules/contacts.md#merge). */
export const contactMerge = sqliteTable("contact_merge", {
  id: integer("id").primaryKey(),
  survivorId: integer("survivor_id").notNull(),
  loserId: integer("merged_contact_id").notNull(),
  loser: text("loser", { mode: "json" }).$type<LostContact>().notNull(),
  moved: text("moved", { mode: "json" }).$type<Record<string, number[]>>().notNull(),
  automatic: integer("automatic", { mode: "boolean" }).notNull(),
  userId: integer("user_id"),
  mergedAt: integer("merged_at").notNull(),
  undoneAt: integer("undone_at"),
});

/** The losing contact, and the survivor's values before it took values from it. */
export interface LostContact {
  readonly contact: Contact;
  readonly extras: readonly ContactExtra[];
  /** Groups with both the loser and the survivor as members. */
  readonly sharedGroups: readonly number[];
  /** Values of custom fields, and the ids of those that moved; absent in merges before the fields. */
  readonly fields?: ReturnType<typeof mergeValues>;
  readonly taken: { readonly [K in keyof Contact]?: { readonly from: Contact[K]; readonly to: Contact[K] } };
}

export const groupMember = sqliteTable(
  "group_member",
  { groupId: integer("group_id").notNull(), contactId: integer("contact_id").notNull() },
  (table) => [primaryKey({ columns: [table.groupId, table.contactId] })],
);

/** Answers of the network for typed numbers (docs/rules/contacts.md#number-check). */
export const numberCheck = sqliteTable("number_check", {
  matchKey: text("match_key").primaryKey(),
  exists: integer("found", { mode: "boolean" }).notNull(),
  identities: text("identities").notNull(),
  checkedAt: integer("checked_at").notNull(),
  /** The connection that asked; null = unknown. */
  connectionId: integer("connection_id"),
});
