import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { GapState, RunCause, RunState } from "./contract.ts";

/** One comparison of a connection's chats with its phone (docs/rules/reconciliation.md#runs). */
export const reconciliationRun = sqliteTable("reconciliation_run", {
  id: integer("id").primaryKey(),
  connectionId: integer("connection_id").notNull(),
  cause: text("cause").$type<RunCause>().notNull(),
  state: text("state").$type<RunState>().notNull().default("waiting"),
  /** A waiting run starts at this time, ms. */
  dueAt: integer("due_at").notNull(),
  /** Maximum number of chats. */
  mostChats: integer("most_chats").notNull(),
  createdAt: integer("created_at").notNull(),
  startedAt: integer("started_at"),
  endedAt: integer("ended_at"),
  /** Number of chats that were requested. */
  asked: integer("asked").notNull().default(0),
  /** Number of requested chats that the phone answered completely. */
  answered: integer("answered").notNull().default(0),
  /** Number of messages. */
  compared: integer("compared").notNull().default(0),
  gaps: integer("gaps").notNull().default(0),
  filled: integer("filled").notNull().default(0),
  /** Consecutive requests without an answer. */
  silences: integer("silences").notNull().default(0),
});
export type Run = typeof reconciliationRun.$inferSelect;

/** The period for which the messages of a chat have been compared with the phone. */
export const reconciliationChat = sqliteTable(
  "reconciliation_chat",
  {
    connectionId: integer("connection_id").notNull(),
    contactId: integer("contact_id").notNull(),
    /** Messages up to this time have been compared, except those before `unprovenTo`; ms. */
    provenTo: integer("proven_to"),
    /** Messages before this time have not been compared, ms; null = all messages were compared. */
    unprovenTo: integer("unproven_to"),
    askedAt: integer("asked_at"),
    answeredAt: integer("answered_at"),
    silences: integer("silences").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.contactId] })],
);

/** A gap: a message that the phone has and the product did not have. */
export const messageGap = sqliteTable("message_gap", {
  id: integer("id").primaryKey(),
  runId: integer("run_id").notNull(),
  connectionId: integer("connection_id").notNull(),
  contactId: integer("contact_id").notNull(),
  providerId: text("provider_id").notNull(),
  at: integer("at").notNull(),
  foundAt: integer("found_at").notNull(),
  state: text("state").$type<GapState>().notNull().default("found"),
  messageId: integer("message_id"),
});

/** A message that was deleted with its ticket; a comparison does not bring it back. */
export const removedMessage = sqliteTable(
  "removed_message",
  {
    connectionId: integer("connection_id").notNull(),
    providerId: text("provider_id").notNull(),
    contactId: integer("contact_id").notNull(),
    /** When the message was written, ms. */
    at: integer("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.providerId] })],
);

/** Facts about the phone of a connection, or about the webhooks of an official number. */
export const reconciliationPhone = sqliteTable("reconciliation_phone", {
  connectionId: integer("connection_id").primaryKey(),
  unit: text("unit").$type<"seconds" | "milliseconds">(),
  otherUnitTriedAt: integer("other_unit_tried_at"),
  subscribedAt: integer("subscribed_at"),
  subscriptionCheckedAt: integer("subscription_checked_at"),
});
export type PhoneFacts = typeof reconciliationPhone.$inferSelect;
