import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RecipientState } from "#outreach/campaigns/report/contract.ts";
import type { PauseReason } from "./contract.ts";

/** Stored status; present.ts maps it to the wire (docs/rules/campaigns.md#states). */
export type CampaignStatus = "inactive" | "scheduled" | "running" | "cancelled" | "finished";

/** Phases of freezing the recipients, in this order. */
export type FreezePhase = "drop" | "retry" | "list" | "tag" | "done";

const words = (name: string) => text(name).notNull().default("");
const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);

/** A campaign: one message to many contacts (docs/rules/campaigns.md). */
export const campaign = sqliteTable("campaign", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  status: text("status").$type<CampaignStatus>().notNull().default("inactive"),
  confirmation: flag("confirmation"),
  contactListId: integer("contact_list_id"),
  /** True when the contact list was created from the tag. */
  listFromTag: flag("list_from_tag"),
  tagListId: integer("tag_list_id"),
  /** Null = the company's default connection at the start of the campaign. */
  connectionId: integer("connection_id"),
  fileListId: integer("file_list_id"),
  mediaId: integer("media_id"),
  /** Queue of tickets opened by an answer to the campaign. */
  replyQueueId: integer("reply_queue_id"),
  userId: integer("user_id"),
  message1: words("message1"),
  message2: words("message2"),
  message3: words("message3"),
  message4: words("message4"),
  message5: words("message5"),
  confirmationMessage1: words("confirmation_message1"),
  confirmationMessage2: words("confirmation_message2"),
  confirmationMessage3: words("confirmation_message3"),
  confirmationMessage4: words("confirmation_message4"),
  confirmationMessage5: words("confirmation_message5"),
  /** JSON of a `TemplateChoice`, null without one; instead of the text of the slot. */
  template1: text("template1"),
  template2: text("template2"),
  template3: text("template3"),
  template4: text("template4"),
  template5: text("template5"),
  scheduledAt: integer("scheduled_at"),
  startedAt: integer("started_at"),
  completedAt: integer("completed_at"),
  pausedAt: integer("paused_at"),
  pauseReason: text("pause_reason").$type<PauseReason>(),
  /** End of an automatic pause. */
  resumeAt: integer("resume_at"),
  /** Progress of freezing the recipients, and the last row processed. */
  freezePhase: text("freeze_phase").$type<FreezePhase>().notNull().default("list"),
  freezeCursor: integer("freeze_cursor").notNull().default(0),
  /** Time of the last start, resume or restart; the pace is counted from it. */
  paceStartedAt: integer("pace_started_at"),
  paced: integer("paced").notNull().default(0),
  lastDispatchedAt: integer("last_dispatched_at").notNull().default(0),
  /** Set when a user deleted the campaign; a job deletes the recipients in batches. */
  deletedAt: integer("deleted_at"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
export type Campaign = typeof campaign.$inferSelect;

/** One recipient of a campaign. */
export const campaignRecipient = sqliteTable("campaign_recipient", {
  id: integer("id").primaryKey(),
  campaignId: integer("campaign_id").notNull(),
  position: integer("position").notNull(),
  /** `matchKey` of the number; `c{id}` of a contact without number; `gone{id of this row}` of a deleted contact. */
  contactKey: text("contact_key").notNull(),
  contactId: integer("contact_id"),
  number: words("number"),
  name: words("name"),
  email: words("email"),
  /** Name and number in the form that searches compare. */
  search: words("search"),
  /** Slot of the variant, 1 to 5; null before the first send, and in a campaign without texts. */
  variant: integer("variant"),
  state: text("state").$type<RecipientState>().notNull().default("waiting"),
  reason: text("reason"),
  confirmation: text("confirmation").$type<"yes" | "no">(),
  confirmationRequestedAt: integer("confirmation_requested_at"),
  confirmedAt: integer("confirmed_at"),
  dispatchedAt: integer("dispatched_at"),
  deliveredAt: integer("delivered_at"),
  receivedAt: integer("received_at"),
  readAt: integer("read_at"),
  repliedAt: integer("replied_at"),
  /**
   * Id of the message whose result the recipient's state waits for: first the confirmation request, then the main
   * message.
   */
  messageId: integer("message_id"),
});
export type CampaignRecipient = typeof campaignRecipient.$inferSelect;

/** Number of recipients of a campaign per state, updated by triggers. */
export const campaignTally = sqliteTable(
  "campaign_tally",
  { campaignId: integer("campaign_id").notNull(), what: text("what").notNull(), n: integer("n").notNull() },
  (table) => [primaryKey({ columns: [table.campaignId, table.what] })],
);

/** State of the campaign sender of a connection. */
export const campaignSender = sqliteTable("campaign_sender", {
  connectionId: integer("connection_id").primaryKey(),
  nextSendAt: integer("next_send_at").notNull().default(0),
  day: words("day"),
  sentToday: integer("sent_today").notNull().default(0),
});
export type CampaignSender = typeof campaignSender.$inferSelect;
