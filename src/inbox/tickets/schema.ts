import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Channel } from "#channels/connections/contract.ts";
import type { Priority, SnoozeMode, TicketStatus, WakeReason } from "./contract.ts";
import type { TicketEventKind } from "./history/contract.ts";
import type { ParticipantNotify, ParticipantVia } from "./participants/contract.ts";
import type { SlaState, SlaTarget } from "./promised/contract.ts";
import type { RatingScale } from "./rating-scales/contract.ts";

/** How the ticket was created. */
export type TicketOrigin = "contact" | "user" | "phone" | "import" | "api" | "schedule" | "campaign";
/** Why the ticket was closed: docs/rules/tickets.md#close. */
export type CloseReason = "user" | "rating" | "inactivity" | "api" | "bot" | "merged" | "import";

const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);

/** The conversation with one contact on one connection, from opening to close; it may be reopened. */
export const ticket = sqliteTable("ticket", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  uuid: text("uuid").notNull().unique(),
  status: text("status").$type<TicketStatus>().notNull(),
  contactId: integer("contact_id").notNull(),
  connectionId: integer("connection_id").notNull(),
  queueId: integer("queue_id"),
  userId: integer("user_id"),
  /** Pending tickets: the user to whom the ticket is offered. */
  userDistributed: integer("user_distributed"),
  distributedAt: integer("distributed_at"),
  channel: text("channel").$type<Channel>().notNull().default("whatsapp"),
  isGroup: flag("is_group"),
  /** docs/rules/triage.md#priority */
  priority: integer("priority").$type<Priority>().notNull().default(2),
  protocol: text("protocol").notNull().unique(),
  origin: text("origin").$type<TicketOrigin>().notNull().default("contact"),
  chatbot: flag("chatbot"),
  useIntegration: flag("use_integration"),
  promptId: integer("prompt_id"),
  integrationId: integer("integration_id"),
  queueOptionId: integer("queue_option_id"),
  optionTries: integer("option_tries").notNull().default(0),
  botMenusSent: integer("bot_menus_sent").notNull().default(0),
  greetedAt: integer("greeted_at"),
  outOfHoursAt: integer("out_of_hours_at"),
  unreadMessages: integer("unread_messages").notNull().default(0),
  /** The attendant marked the open ticket as unread (docs/rules/triage.md#mark-unread). */
  markedUnread: flag("marked_unread"),
  lastMessage: text("last_message").notNull().default(""),
  lastMessageId: integer("last_message_id"),
  lastMessageFromMe: flag("last_message_from_me"),
  lastMessageType: text("last_message_type"),
  lastMessageAt: integer("last_message_at"),
  lastCustomerMessageAt: integer("last_customer_message_at"),
  lastCustomerMessage: text("last_customer_message"),
  lastCustomerMessageId: integer("last_customer_message_id"),
  lastCustomerMessageType: text("last_customer_message_type"),
  /** True when the customer's last message arrived on another connection, before the ticket was moved. */
  wroteElsewhere: flag("wrote_elsewhere"),
  /** Time since which the customer waits for a person; null = the customer does not wait. */
  waitingSince: integer("waiting_since"),
  /** Time the ticket became pending or, while pending, entered another queue; maintained by a trigger. */
  pendingSince: integer("pending_since"),
  /** When the bot ended, ms: the customer chose, the limit of tries was reached, or a person accepted, moved or answered the ticket. */
  botEndedAt: integer("bot_ended_at"),
  lastBotAt: integer("last_bot_at"),
  /** True when the loop guard stopped the bot in this ticket. */
  botOff: flag("bot_off"),
  closeReason: text("close_reason").$type<CloseReason>(),
  /** Chosen by the person who resolved it (docs/rules/resolutions.md). */
  resolutionId: integer("resolution_id"),
  resolutionNote: text("resolution_note"),
  closedAt: integer("closed_at"),
  closedBy: integer("closed_by"),
  /** End of the undo window of a close, ms; null = settled, or not closed. */
  closeSettlesAt: integer("close_settles_at"),
  /** JSON of `CloseUndo` while the window is open: what an undo restores and what settling needs. */
  closeUndo: text("close_undo"),
  /** Since when Meta's own agent answers; null = it does not (docs/rules/official-channels.md#standby). */
  standbySince: integer("standby_since"),
  /** docs/rules/tickets.md#snooze; null = not snoozed. A trigger ends it when status, queue, attendant or connection change. */
  snoozeMode: text("snooze_mode").$type<SnoozeMode>(),
  /** When the ticket wakes, ms. */
  snoozedUntil: integer("snoozed_until"),
  snoozedBy: integer("snoozed_by"),
  /**
   * Since when the ticket is asleep, ms; null = awake. A ticket snoozed until a time is awake after the customer wrote, until it is
   * answered.
   */
  asleepSince: integer("asleep_since"),
  /** When the ticket last woke, ms; null after a person of the company has written. */
  wokenAt: integer("woken_at"),
  wakeReason: text("wake_reason").$type<WakeReason>(),
  /** When the woken ticket is returned to its queue if its attendant is still absent, ms. */
  wakeReturnAt: integer("wake_return_at"),
  /** Ids of the participants as `,3,7,`, "" without any; maintained by triggers. */
  participants: text("participants").notNull().default(""),
  /** The policy that was chosen for the attendance (docs/rules/sla.md#policies). */
  slaPolicyId: integer("sla_policy_id"),
  /** The most urgent promised time, as the lists show it; null without one. */
  slaTarget: text("sla_target").$type<SlaTarget>(),
  slaState: text("sla_state").$type<SlaState>(),
  /** ms; null while it is paused. */
  slaDueAt: integer("sla_due_at"),
  /** What is left while it is paused, ms of open time. */
  slaLeftMs: integer("sla_left_ms"),
  createdAt: integer("created_at").notNull(),
  /**
   * Time of the last change of status, owner, queue, connection or messages. Only the order of the lists uses it; no rule measures
   * time from it.
   */
  updatedAt: integer("updated_at").notNull(),
});
export type Ticket = typeof ticket.$inferSelect;

export const ticketTag = sqliteTable(
  "ticket_tag",
  { ticketId: integer("ticket_id").notNull(), tagId: integer("tag_id").notNull() },
  (table) => [primaryKey({ columns: [table.ticketId, table.tagId] })],
);

/** An advertisement that brought the customer into a ticket (docs/rules/tickets.md#ads). */
export const ticketReferral = sqliteTable("ticket_referral", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  ticketId: integer("ticket_id").notNull(),
  /** The attendance in which the advertisement arrived. */
  trackingId: integer("period_id"),
  network: text("network").$type<Channel>().notNull(),
  /** `ad`, `post`, or as the network names it; "" in the other columns where the network does not report them. */
  sourceType: text("source_type").notNull(),
  sourceId: text("source_id").notNull(),
  sourceUrl: text("source_url").notNull(),
  headline: text("headline").notNull(),
  body: text("body").notNull(),
  /** Id of the click, by which the network attributes sales. */
  clickId: text("click_id").notNull(),
  at: integer("at").notNull(),
});

/** A ticket that a person keeps above the list (docs/rules/triage.md#pins). */
export const ticketPin = sqliteTable(
  "ticket_pin",
  {
    userId: integer("user_id").notNull(),
    ticketId: integer("ticket_id").notNull(),
    at: integer("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.ticketId] })],
);

/** One row per attendance (docs/rules/tickets.md#tracking); at most one per ticket is not finished. */
export const ticketTracking = sqliteTable("ticket_period", {
  id: integer("id").primaryKey(),
  ticketId: integer("ticket_id").notNull(),
  userId: integer("user_id"),
  queueId: integer("queue_id"),
  connectionId: integer("connection_id").notNull(),
  createdAt: integer("created_at").notNull(),
  /** Entry into a queue or end of the bot, whichever is later. */
  queuedAt: integer("queued_at"),
  chatbotAt: integer("chatbot_at"),
  startedAt: integer("started_at"),
  firstResponseAt: integer("first_response_at"),
  ratingAt: integer("rating_at"),
  /** Scale of the rating request; null = `three`. */
  ratingScale: text("rating_scale").$type<RatingScale>(),
  rated: flag("rated"),
  /** Number of replies within the rating window that were not a rating. */
  ratingHints: integer("rating_hints").notNull().default(0),
  ratingEndedAt: integer("rating_ended_at"),
  finishedAt: integer("finished_at"),
  /** How long the ticket was asleep, ms. */
  snoozedMs: integer("snoozed_ms").notNull().default(0),
  resolutionId: integer("resolution_id"),
  resolutionNote: text("resolution_note"),
  closeReason: text("close_reason").$type<CloseReason>(),
  /** Null = the product, or the attendance is not finished. */
  closedBy: integer("closed_by"),
  /** Number of messages, counted when the attendance ends; null before that (docs/rules/reports.md#attendances). */
  messagesIn: integer("messages_in"),
  messagesOut: integer("messages_out"),
  /** Number of transfers and take-overs. */
  transfers: integer("transfers").notNull().default(0),
});
export type Tracking = typeof ticketTracking.$inferSelect;

/** The attendants of an attendance, each with the time; maintained by triggers. */
export const attendanceUser = sqliteTable("attendance_user", {
  id: integer("id").primaryKey(),
  periodId: integer("period_id").notNull(),
  userId: integer("user_id").notNull(),
  startedAt: integer("started_at").notNull(),
  /** Null = is the attendant now. */
  endedAt: integer("ended_at"),
});

/** Recorded changes of a ticket. */
export const ticketEvent = sqliteTable("ticket_event", {
  id: integer("id").primaryKey(),
  ticketId: integer("ticket_id").notNull(),
  at: integer("at").notNull(),
  kind: text("kind").$type<TicketEventKind>().notNull(),
  userId: integer("user_id"),
  from: text("from_state").notNull().default("{}"),
  to: text("to_state").notNull().default("{}"),
});

/** Internal notes, visible to users only. */
export const ticketNote = sqliteTable("ticket_note", {
  id: integer("id").primaryKey(),
  ticketId: integer("ticket_id").notNull(),
  contactId: integer("contact_id").notNull(),
  userId: integer("user_id"),
  note: text("note").notNull(),
  /** JSON of `NoteMention[]`. */
  mentions: text("mentions").notNull().default("[]"),
  editedAt: integer("edited_at"),
  /** JSON: earlier texts, oldest first: `{ note, at }`. */
  edits: text("edits").notNull().default("[]"),
  createdAt: integer("created_at").notNull(),
});

/** Tickets that were moved to another contact in steps before a merge, for its undo (docs/rules/contacts.md#merge). */
export const ticketMove = sqliteTable(
  "ticket_move",
  { fromContactId: integer("from_contact_id").notNull(), ticketId: integer("ticket_id").notNull() },
  (table) => [primaryKey({ columns: [table.fromContactId, table.ticketId] })],
);

/** Last protocol number of a day, `YYYYMMDD`. */
export const protocolCounter = sqliteTable("protocol_counter", {
  day: text("day").primaryKey(),
  last: integer("last").notNull(),
});

/** Number of tickets by status, queue and holder; maintained by triggers. Id 0 = none. */
export const ticketCount = sqliteTable(
  "ticket_count",
  {
    status: text("status").$type<TicketStatus>().notNull(),
    queueId: integer("queue_id").notNull(),
    /** The attendant; for pending tickets the user to whom it is offered. */
    holderId: integer("holder_id").notNull(),
    tickets: integer("tickets").notNull(),
    /** The number of those tickets that are awake and have unread messages. */
    unread: integer("unread").notNull(),
    /** The number of those tickets that are asleep. */
    asleep: integer("asleep").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.status, table.queueId, table.holderId] })],
);

/** People beside the attendant who see a ticket (docs/rules/participants.md). */
export const ticketParticipant = sqliteTable(
  "ticket_participant",
  {
    ticketId: integer("ticket_id").notNull(),
    userId: integer("user_id").notNull(),
    via: text("via").$type<ParticipantVia>().notNull(),
    /** Null = the product. */
    addedBy: integer("added_by"),
    notify: text("notify").$type<ParticipantNotify>().notNull().default("mentions"),
    addedAt: integer("added_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.ticketId, table.userId] })],
);
