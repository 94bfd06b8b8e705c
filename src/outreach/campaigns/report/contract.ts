import * as v from "valibot";
import { Instant, PageNumber, pageOf, SearchParam } from "#platform/http/contract.ts";

/** How far a recipient is (docs/rules/campaigns.md#recipients). */
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
/** Rows of `contactList.contacts` and `shipping` in one answer; the numbers of the report count all. */
export const MOST_ROWS = 2000;

const Counts = v.record(v.string(), v.number());
export const CampaignReport = v.object({
  /** Recipients of every state. */
  total: v.number(),
  /** All but those whose number is no WhatsApp. */
  valid: v.number(),
  /** Their message was accepted by the network. */
  delivered: v.number(),
  /** delivered ÷ valid, 0 to 1; 0 without recipients. */
  progress: v.number(),
  confirmationsRequested: v.number(),
  confirmations: v.number(),
  /** On the device. */
  received: v.number(),
  read: v.number(),
  replied: v.number(),
  expired: v.number(),
  /** By reason. */
  failed: Counts,
  skipped: Counts,
  /** By state, as they are now. */
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

/** One piece of time of a campaign: how many messages got how far in it. */
export const TimelinePoint = v.object({
  at: Instant,
  delivered: v.number(),
  received: v.number(),
  read: v.number(),
  replied: v.number(),
});
