import * as v from "valibot";
import { NotificationKind, UserRef } from "#accounts/users/contract.ts";
import { Instant, MAX_IDS, PageNumber, pageOf, RequiredId, ShortText } from "#platform/http/contract.ts";

/** The ticket of a notification, as its reader may see it. */
export const NotifiedTicket = v.object({
  id: v.number(),
  uuid: v.string(),
  /** Name of the contact. */
  name: v.string(),
  profilePicUrl: v.nullable(v.string()),
});
export type NotifiedTicket = v.InferOutput<typeof NotifiedTicket>;

export const NotificationAnswer = v.object({
  id: v.number(),
  kind: NotificationKind,
  ticketId: v.nullable(v.number()),
  /** Null also for a ticket that the user may no longer see. */
  ticket: v.nullable(NotifiedTicket),
  /** Id of the note, reminder, rule, run or file that it is about. */
  subjectId: v.nullable(v.number()),
  /** The user who caused it; null = the product. */
  by: v.nullable(UserRef),
  /** Further ids, codes and numbers, by kind; no words of customers. */
  details: v.record(v.string(), v.union([v.number(), v.string(), v.boolean()])),
  /** For a reminder: the note that the user wrote for it. */
  note: v.optional(v.string()),
  createdAt: Instant,
  readAt: v.nullable(Instant),
});
export type NotificationAnswer = v.InferOutput<typeof NotificationAnswer>;

export const NotificationPage = v.object({
  ...pageOf("notifications", NotificationAnswer).entries,
  /** Number of unread notifications. */
  unread: v.number(),
});
export type NotificationPage = v.InferOutput<typeof NotificationPage>;

export const NotificationQuery = v.object({
  pageNumber: PageNumber,
  /** `true` = only unread ones. */
  unread: v.optional(ShortText),
});

/** Marks either the notifications with these ids or all of them. */
export const NotificationReadBody = v.object({
  ids: v.optional(v.pipe(v.array(RequiredId), v.maxLength(MAX_IDS))),
  all: v.optional(v.boolean()),
});
export type NotificationReadBody = v.InferOutput<typeof NotificationReadBody>;
export const NotificationReadAnswer = v.object({ unread: v.number() });
