import * as v from "valibot";
import { QueueRef } from "#accounts/queues/contract.ts";
import { UserRef } from "#accounts/users/contract.ts";
import { Channel, ConnectionRef } from "#channels/connections/contract.ts";
import { TicketFollowUp } from "#inbox/tickets/follow-ups/contract.ts";
import { TICKET_SORTS } from "#inbox/tickets/lists/contract.ts";
import { ShownPromise, SlaFilterParam } from "#inbox/tickets/promised/contract.ts";
import { MAX_RESOLUTION_NOTE, ResolutionRef } from "#inbox/tickets/resolutions/contract.ts";
import { SnoozeMode, WokenBy } from "#inbox/tickets/snooze/contract.ts";
import { ContactRef } from "#people/contacts/contract.ts";
import { FieldFilterParam, FieldValues, NewValues } from "#people/fields/contract.ts";
import { TagRef } from "#people/tags/contract.ts";
import {
  Instant,
  OptionalId,
  PageNumber,
  pageOf,
  RequiredId,
  SearchParam,
  ShortText,
} from "#platform/http/contract.ts";

export type { TicketFollowUp } from "./follow-ups/contract.ts";
export { TICKET_SORTS, type TicketSort } from "./lists/contract.ts";
export { EditNoteBody, TicketNoteAnswer, TicketNoteBody } from "./notes-and-tags/contract.ts";
export { SlaTarget } from "./promised/contract.ts";
export { DETRACTORS_UP_TO, RATING_SCALES, type RatingScale, ratesOf } from "./rating-scales/contract.ts";
export { SnoozeBody, SnoozeMode, SnoozeTimes, type WakeReason } from "./snooze/contract.ts";

export const TicketStatus = v.picklist(["pending", "open", "closed"]);
export type TicketStatus = v.InferOutput<typeof TicketStatus>;

/** 1 = low, 2 = normal, 3 = high, 4 = urgent (docs/rules/triage.md#priority). */
export const Priority = v.picklist([1, 2, 3, 4]);
export type Priority = v.InferOutput<typeof Priority>;
/** A ticket on the wire, in lists, responses and events (docs/rules/tickets.md#lists). */
export const TicketAnswer = v.object({
  id: v.number(),
  uuid: v.string(),
  status: TicketStatus,
  userId: v.nullable(v.number()),
  user: v.nullable(UserRef),
  userDistributed: v.nullable(v.number()),
  queueId: v.nullable(v.number()),
  queue: v.nullable(QueueRef),
  whatsappId: v.number(),
  whatsapp: ConnectionRef,
  contactId: v.number(),
  contact: ContactRef,
  channel: Channel,
  isGroup: v.boolean(),
  /** 1 = low, 2 = normal, 3 = high, 4 = urgent; absent in answers of an earlier release. */
  priority: v.optional(Priority),
  chatbot: v.boolean(),
  useIntegration: v.boolean(),
  promptId: v.nullable(v.number()),
  integrationId: v.nullable(v.number()),
  /** Protocol number; sent under both names. */
  code: v.string(),
  protocol: v.string(),
  lastMessage: v.string(),
  lastMessageFromMe: v.boolean(),
  /** Id of the last message if it is outgoing; its acks change `lastMessageAck`. Absent in answers of an earlier release. */
  lastMessageId: v.optional(v.nullable(v.number())),
  /** Ack status of the last message if it is outgoing. */
  lastMessageAck: v.nullable(v.number()),
  /** Media type of the last message, null for text. */
  lastMessageType: v.nullable(v.string()),
  /** Text and media type of the customer's last message; null when the customer has not written. */
  lastCustomerMessage: v.nullable(v.string()),
  lastCustomerMessageType: v.nullable(v.string()),
  lastCustomerMessageAt: v.nullable(Instant),
  /** True when the customer's messages arrived on another connection, before the ticket was moved. */
  wroteElsewhere: v.optional(v.boolean()),
  /** Time since which the customer waits for a person; null = the customer does not wait. */
  waitingSince: v.nullable(Instant),
  /** Time at which the ticket last entered its queue. */
  pendingSince: v.nullable(Instant),
  unreadMessages: v.number(),
  /** True when the attendant marked the ticket as unread. */
  markedUnread: v.optional(v.boolean()),
  /** Ids of the participants; absent in answers of an earlier release. */
  participants: v.optional(v.array(v.number())),
  tags: v.array(TagRef),
  /** Values of custom fields by key (docs/rules/fields.md). */
  fields: v.optional(FieldValues),
  closeReason: v.nullable(v.string()),
  /** Chosen by the person who resolved it; null = none. */
  resolution: v.optional(v.nullable(ResolutionRef)),
  /** End of the undo window; until then no text is sent. null = not closed, or settled. */
  closeSettlesAt: v.nullable(Instant),
  /** Since when Meta's own agent answers; null = it does not. */
  standbySince: v.optional(v.nullable(Instant)),
  /** The last advertisement that brought the customer here (docs/rules/tickets.md#ads). */
  ad: v.optional(
    v.nullable(
      v.object({
        network: Channel,
        sourceType: v.string(),
        sourceId: v.string(),
        sourceUrl: v.string(),
        headline: v.string(),
        body: v.string(),
        at: Instant,
      }),
    ),
  ),
  /** null = not snoozed. `asleep` false: the customer wrote, and the time stays set (docs/rules/tickets.md#snooze). */
  snooze: v.optional(v.nullable(v.object({ mode: SnoozeMode, until: Instant, asleep: v.boolean() }))),
  /** null = none runs. */
  followUp: v.optional(v.nullable(TicketFollowUp)),
  /**
   * When the ticket last woke: its time came, the customer replied, or a follow-up ended. null after a person of the company has written.
   */
  woken: v.optional(v.nullable(v.object({ at: Instant, reason: WokenBy }))),
  /** The most urgent promised time (docs/rules/sla.md#chip); null without one. */
  sla: v.optional(v.nullable(ShownPromise)),
  /** End of the network's answer window; null for networks without one. */
  windowExpiresAt: v.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  closedAt: v.nullable(Instant),
});
export type TicketAnswer = v.InferOutput<typeof TicketAnswer>;
export const TicketPage = v.object({
  ...pageOf("tickets", TicketAnswer).entries,
  /** True when a filtered list has more tickets than `count`, which is then 10,000. */
  countIsMore: v.optional(v.boolean()),
});

/** JSON array as text, or a single number (docs/rules/tickets.md#lists). `null` inside queueIds = without queue. */
const IdList = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(4000),
    v.rawTransform(({ dataset, addIssue, NEVER }): readonly (number | null)[] => {
      try {
        const parsed: unknown = JSON.parse(dataset.value === "" ? "[]" : dataset.value);
        const list = Array.isArray(parsed) ? parsed : [parsed];
        if (list.every((id) => id === null || (Number.isInteger(id) && id > 0))) return list;
      } catch {
        // Invalid JSON is reported by the issue below.
      }
      addIssue({ message: "invalid" });
      return NEVER;
    }),
  ),
);
export const TicketListQuery = v.object({
  status: v.optional(v.union([TicketStatus, v.literal("")])),
  showAll: v.optional(ShortText),
  queueIds: IdList,
  users: IdList,
  tags: IdList,
  fields: FieldFilterParam,
  whatsappIds: IdList,
  /** Priorities, 1 to 4. */
  priorities: IdList,
  /** States of the promised time: a JSON list of `none`, `running`, `soon`, `missed`. */
  sla: SlaFilterParam,
  searchParam: SearchParam,
  /** `YYYY-MM-DD` in the company time zone. */
  date: v.optional(ShortText),
  updatedAt: v.optional(ShortText),
  withUnreadMessages: v.optional(ShortText),
  /** `true` = only tickets that are asleep. Absent = lists of open tickets omit them. */
  asleep: v.optional(ShortText),
  /** `true` = tickets that the caller participates in. */
  participating: v.optional(ShortText),
  /** `true` = tickets with a note that mentions the caller, within the last 90 days. */
  mentioned: v.optional(ShortText),
  /** A view (docs/rules/views.md): its id, or the name of a built-in view. Other filters than `queueIds` and `whatsappIds` are ignored. */
  viewId: v.optional(ShortText),
  /**
   * Absent = newest change first. `longest`, `priority` and `due` are allowed for waiting and open lists, `newest` for waiting lists,
   * `wake` for `asleep`.
   */
  sort: v.optional(v.picklist(TICKET_SORTS)),
  pageNumber: PageNumber,
});
export type TicketListQuery = v.InferOutput<typeof TicketListQuery>;

/** Body of `PUT /tickets/{id}/lane`: null = the lane of tickets without a lane tag. */
export const LaneBody = v.object({ tagId: OptionalId });

const counts = v.object({ open: v.number(), pending: v.number() });
export const TicketCounts = v.object({
  open: v.number(),
  pending: v.number(),
  closed: v.number(),
  unread: v.number(),
  /** Open tickets that are asleep; `open`, `unread` and `byQueue` do not count them. */
  snoozed: v.number(),
  byQueue: v.record(v.string(), counts),
});
export type TicketCounts = v.InferOutput<typeof TicketCounts>;

/**
 * `loads`: number of open tickets that are awake, by user id. `snoozed`: number of open tickets that are asleep, by user id.
 * `queues`: number of open and waiting tickets by queue id; a queue without tickets is absent.
 */
export const TicketLoads = v.object({
  loads: v.record(v.string(), v.number()),
  snoozed: v.record(v.string(), v.number()),
  queues: v.record(v.string(), counts),
});
export type TicketLoads = v.InferOutput<typeof TicketLoads>;

/** `POST /tickets` (docs/rules/tickets.md#open). */
export const OpenTicketBody = v.object({
  contactId: RequiredId,
  queueId: v.optional(OptionalId),
  whatsappId: v.optional(OptionalId),
  userId: v.optional(OptionalId),
  status: v.optional(ShortText),
});
export type OpenTicketBody = v.InferOutput<typeof OpenTicketBody>;

/** Body of `PUT /tickets/{id}` (docs/rules/tickets.md#update): the keys present determine the action. */
export const UpdateTicketBody = v.object({
  status: v.optional(TicketStatus),
  userId: v.optional(OptionalId),
  queueId: v.optional(OptionalId),
  whatsappId: v.optional(OptionalId),
  useIntegration: v.optional(v.nullable(v.boolean())),
  promptId: v.optional(OptionalId),
  integrationId: v.optional(OptionalId),
  chatbot: v.optional(v.boolean()),
  /** On close: no text is sent to the customer. */
  silent: v.optional(v.boolean()),
  /** On close: values of custom fields of the ticket, written with it. */
  fields: v.optional(NewValues),
  /** On close: values of custom fields of the contact, written with it. */
  contactFields: v.optional(NewValues),
  /** On close: the resolution and a note beside it; ignored while the setting `resolutionMode` is off. */
  resolutionId: v.optional(OptionalId),
  resolutionNote: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(MAX_RESOLUTION_NOTE)))),
  /** On transfer and return: stored as an internal note. */
  reason: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  /** On transfer to a queue without a user: whether the queue's bot starts; default: the setting `transferStartsBot`. */
  startBot: v.optional(v.boolean()),
});
export type UpdateTicketBody = v.InferOutput<typeof UpdateTicketBody>;

/** `PUT /tickets/{id}/priority` (docs/rules/triage.md#priority). */
export const PriorityBody = v.object({ priority: Priority });

/** `PUT /tickets/{id}/unread` (docs/rules/triage.md#mark-unread). */
export const MarkUnreadBody = v.object({ unread: v.boolean() });

/** `POST /tickets/{id}/take-over` (docs/rules/take-over.md). */
export const TakeOverBody = v.object({
  /** Id of the attendant that the caller's page showed. */
  fromUserId: RequiredId,
  /** Stored as an internal note. */
  reason: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  /** True = no text is sent to the contact. */
  silent: v.optional(v.boolean()),
});
export type TakeOverBody = v.InferOutput<typeof TakeOverBody>;

/** 409 ERR_OTHER_OPEN_TICKET (docs/rules/tickets.md#open). */
export const TicketConflict = v.object({
  error: v.literal("ERR_OTHER_OPEN_TICKET"),
  userId: v.nullable(v.number()),
  user: v.nullable(UserRef),
  queueId: v.nullable(v.number()),
  queue: v.nullable(v.object({ id: v.number(), name: v.string() })),
  ticket: v.object({ id: v.optional(v.number()), uuid: v.optional(ShortText), status: TicketStatus }),
});
export type TicketConflict = v.InferOutput<typeof TicketConflict>;

/** Answer of `GET /tickets/{id}/elsewhere`: a running ticket of the same contact; null if the caller may not see it. */
export const TicketElsewhere = v.object({
  seen: v.nullable(
    v.object({
      id: v.number(),
      uuid: v.string(),
      status: v.picklist(["open", "pending"]),
      user: v.nullable(UserRef),
      whatsapp: ConnectionRef,
      channel: Channel,
    }),
  ),
});
export type TicketElsewhere = v.InferOutput<typeof TicketElsewhere>;
