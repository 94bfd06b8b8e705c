import * as v from "valibot";
import { Instant, PageNumber, pageOf, SearchParam } from "#platform/http/contract.ts";

/** State of a recipient (docs/rules/campaigns.md#recipients). */
export const RECIPIENT_STATES = [
  "waiting",
  "awaiting_confirmation",
  "queued",
  "sent",
  "delivered",
  "read",
  "replied",
  "failed",
  "skipped",
  "expired",
] as const;
export const RecipientState = v.picklist(RECIPIENT_STATES);
export type RecipientState = v.InferOutput<typeof RecipientState>;
/** Maximum rows of `contactList.contacts` and `shipping` in a response; the counts of the report include all rows. */
export const MOST_ROWS = 2000;

const Counts = v.record(v.string(), v.number());
export const CampaignReport = v.object({
  /** Recipients in any state. */
  total: v.number(),
  /** Recipients whose number is on WhatsApp or was not checked. */
  valid: v.number(),
  /** Recipients whose message the network accepted. */
  delivered: v.number(),
  /** delivered ÷ valid, 0 to 1; 0 without recipients. */
  progress: v.number(),
  confirmationsRequested: v.number(),
  confirmations: v.number(),
  /** Recipients whose device received the message. */
  received: v.number(),
  read: v.number(),
  replied: v.number(),
  expired: v.number(),
  /** Number of failed recipients by reason. */
  failed: Counts,
  skipped: Counts,
  /** Number of recipients by current state. */
  states: Counts,
});
export type CampaignReport = v.InferOutput<typeof CampaignReport>;

export const RecipientAnswer = v.object({
  id: v.number(),
  contactId: v.nullable(v.number()),
  name: v.string(),
  number: v.string(),
  variant: v.nullable(v.number()),
  state: RecipientState,
  reason: v.nullable(v.string()),
  confirmation: v.nullable(v.picklist(["yes", "no"])),
  confirmationRequestedAt: v.nullable(Instant),
  confirmedAt: v.nullable(Instant),
  deliveredAt: v.nullable(Instant),
  receivedAt: v.nullable(Instant),
  readAt: v.nullable(Instant),
  repliedAt: v.nullable(Instant),
  /** The ticket of its message. */
  ticketUuid: v.nullable(v.string()),
});
export type RecipientAnswer = v.InferOutput<typeof RecipientAnswer>;
export const RecipientPage = pageOf("records", RecipientAnswer);
export const RecipientQuery = v.object({
  pageNumber: PageNumber,
  searchParam: SearchParam,
  state: v.optional(v.union([RecipientState, v.literal("")])),
});
export type RecipientQuery = v.InferOutput<typeof RecipientQuery>;

/** One period of the timeline: how many messages reached each state in it. */
export const TimelinePoint = v.object({
  at: Instant,
  delivered: v.number(),
  received: v.number(),
  read: v.number(),
  replied: v.number(),
});
