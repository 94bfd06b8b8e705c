import * as v from "valibot";
import { ConnectionRef } from "#connections/contract.ts";
import { AttachmentAnswer } from "#media/contract.ts";
import { Instant, OptionalId, PageNumber, pageOf, plainName, SearchParam } from "#platform/http/contract.ts";
import { TemplateChoice } from "#templates/contract.ts";

/** Specification 002 section 4.1. */
export const CAMPAIGN_STATUSES = [
  "INATIVA",
  "PROGRAMADA",
  "EM_ANDAMENTO",
  "CANCELADA",
  "FINALIZADA",
] as const;
export const CampaignStatus = v.picklist(CAMPAIGN_STATUSES);
export type CampaignStatus = v.InferOutput<typeof CampaignStatus>;

/** Why a running campaign rests; `manual` = a person wanted it (behaviour 16.5). */
export const PAUSE_REASONS = [
  "manual",
  "disconnected",
  "restricted",
  "failure_rate",
  "subscription",
  "plan",
  "connection_deleted",
  /** A template of it is not approved any more, or has changed. */
  "template",
] as const;
export const PauseReason = v.picklist(PAUSE_REASONS);
export type PauseReason = v.InferOutput<typeof PauseReason>;

/** How far a recipient is (behaviour 16.2). */
export const SHIPPING_STATES = [
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
export const ShippingState = v.picklist(SHIPPING_STATES);
export type ShippingState = v.InferOutput<typeof ShippingState>;
/** Why a recipient gets nothing; reasons of `failed` are error codes, or `cancelled`. */
export const SKIP_REASONS = [
  "invalid",
  "opt_out",
  "blocked",
  "refused",
  "withdrawn",
  "contact_deleted",
] as const;

/** Message slots of a campaign (specification 002 section 9). */
export const SLOTS = [1, 2, 3, 4, 5] as const;
export type Slot = (typeof SLOTS)[number];
/** The longest text WhatsApp carries. */
export const MAX_TEXT = 4096;
/** Specification 002 section 9: what is less than this ahead is not edited any more. */
export const EDIT_LOCK_MS = 60 * 60_000;
/** Rows of `contactList.contacts` and `shipping` in one answer; the numbers of the report count all. */
export const MOST_ROWS = 2000;

const slots = <const Prefix extends string, T extends v.GenericSchema>(prefix: Prefix, schema: T) =>
  Object.fromEntries(SLOTS.map((slot) => [`${prefix}${slot}`, schema])) as {
    [K in `${Prefix}${Slot}`]: T;
  };

type Texts = { readonly [Name in `${"message" | "confirmationMessage"}${Slot}`]?: string | null | undefined };

/**
 * The field of the question that a campaign with confirmation asks first and nobody wrote: that beside the first
 * message. Null = nothing is missing.
 */
export function missingQuestion(
  campaign: Texts & { readonly confirmation?: boolean | undefined },
): `confirmationMessage${Slot}` | null {
  const isWritten = (name: keyof Texts) => (campaign[name] ?? "").trim() !== "";
  if (!campaign.confirmation || SLOTS.some((slot) => isWritten(`confirmationMessage${slot}`))) return null;
  return `confirmationMessage${SLOTS.find((slot) => isWritten(`message${slot}`)) ?? 1}`;
}

const Counts = v.record(v.string(), v.number());
export const CampaignReport = v.object({
  /** Recipients of every state. */
  total: v.number(),
  /** All but those whose number is no WhatsApp. */
  valid: v.number(),
  /** Their message was accepted by the network. */
  delivered: v.number(),
  /** delivered ÷ valid, 0 to 1; 0 when there is nobody. */
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

const NamedRef = v.object({ id: v.number(), name: v.string() });
const base = {
  id: v.number(),
  companyId: v.number(),
  name: v.string(),
  status: CampaignStatus,
  confirmation: v.boolean(),
  contactListId: v.nullable(v.number()),
  tagListId: v.nullable(v.number()),
  whatsappId: v.nullable(v.number()),
  fileListId: v.nullable(v.number()),
  /** Queue of a ticket that begins with an answer. */
  campaignReplyQueueId: v.nullable(v.number()),
  scheduledAt: v.nullable(Instant),
  startedAt: v.nullable(Instant),
  completedAt: v.nullable(Instant),
  pausedAt: v.nullable(Instant),
  pauseReason: v.nullable(PauseReason),
  ...slots("message", v.string()),
  ...slots("confirmationMessage", v.string()),
  /** What a slot says on an official number, instead of its text. */
  ...slots("template", v.nullable(TemplateChoice)),
  ...AttachmentAnswer.entries,
  whatsapp: v.nullable(ConnectionRef),
  tagList: v.nullable(NamedRef),
  fileList: v.nullable(NamedRef),
  /** Right now; a planned one loses it an hour before its time. */
  editable: v.boolean(),
  report: CampaignReport,
  createdAt: Instant,
  updatedAt: Instant,
};
export const CampaignAnswer = v.object({ ...base, contactList: v.nullable(NamedRef) });
export type CampaignAnswer = v.InferOutput<typeof CampaignAnswer>;
export const CampaignPage = pageOf("records", CampaignAnswer);

export const RecipientAnswer = v.object({
  id: v.number(),
  contactId: v.nullable(v.number()),
  name: v.string(),
  number: v.string(),
  variant: v.nullable(v.number()),
  state: ShippingState,
  reason: v.nullable(v.string()),
  confirmation: v.nullable(v.picklist(["yes", "no"])),
  confirmationRequestedAt: v.nullable(Instant),
  confirmedAt: v.nullable(Instant),
  deliveredAt: v.nullable(Instant),
  receivedAt: v.nullable(Instant),
  readAt: v.nullable(Instant),
  repliedAt: v.nullable(Instant),
  /** The conversation its message stands in. */
  ticketUuid: v.nullable(v.string()),
});
export type RecipientAnswer = v.InferOutput<typeof RecipientAnswer>;
export const RecipientPage = pageOf("records", RecipientAnswer);
export const RecipientQuery = v.object({
  pageNumber: PageNumber,
  searchParam: SearchParam,
  state: v.optional(v.union([ShippingState, v.literal("")])),
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

/** `GET /campaigns/{id}`: lists hold at most `MOST_ROWS` rows. */
export const CampaignDetail = v.object({
  ...base,
  contactList: v.nullable(
    v.object({
      ...NamedRef.entries,
      contacts: v.array(
        v.object({
          id: v.number(),
          name: v.string(),
          number: v.string(),
          email: v.string(),
          isWhatsappValid: v.nullable(v.boolean()),
        }),
      ),
    }),
  ),
  shipping: v.array(RecipientAnswer),
  /** From the first message to the last sign of life, in at most 120 pieces. */
  timeline: v.object({ pieceMs: v.number(), points: v.array(TimelinePoint) }),
});
export type CampaignDetail = v.InferOutput<typeof CampaignDetail>;

const Confirmation = v.pipe(
  v.union([v.boolean(), v.picklist(["true", "false"])]),
  v.transform((value) => value === true || value === "true"),
);
const Text = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(MAX_TEXT))));
const fields = {
  confirmation: v.optional(Confirmation),
  contactListId: v.optional(OptionalId),
  tagListId: v.optional(OptionalId),
  whatsappId: v.optional(OptionalId),
  fileListId: v.optional(OptionalId),
  campaignReplyQueueId: v.optional(OptionalId),
  /** ISO with offset, or a time of the company's wall clock; empty = not planned. */
  scheduledAt: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(40)))),
  ...slots("message", Text),
  ...slots("confirmationMessage", Text),
  /** Of an official number: goes instead of the text of its slot, and is the only thing that goes there. */
  ...slots("template", v.optional(v.nullable(TemplateChoice))),
};
/** Name 2-50 (specification 002 section 5). */
export const CampaignBody = v.object({ name: plainName(2, 50), ...fields });
export type CampaignBody = v.InferOutput<typeof CampaignBody>;
/** Absent fields keep their value. */
export const UpdateCampaignBody = v.object({ name: v.optional(CampaignBody.entries.name), ...fields });
export type UpdateCampaignBody = v.InferOutput<typeof UpdateCampaignBody>;
export const CampaignQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  status: v.optional(v.union([CampaignStatus, v.literal("")])),
});

/** Texts as they would reach somebody of the list or the tag; null when there is nobody yet. */
export const PreviewBody = v.object({
  texts: v.pipe(v.array(v.pipe(v.string(), v.maxLength(MAX_TEXT))), v.maxLength(10)),
  contactListId: v.optional(OptionalId),
  tagListId: v.optional(OptionalId),
  whatsappId: v.optional(OptionalId),
});
export type PreviewBody = v.InferOutput<typeof PreviewBody>;
export const PreviewAnswer = v.object({
  recipient: v.nullable(v.object({ name: v.string(), number: v.string(), email: v.string() })),
  texts: v.array(v.string()),
});

/** How many people a list and a tag reach together. */
export const AudienceQuery = v.object({
  contactListId: v.optional(OptionalId),
  tagListId: v.optional(OptionalId),
});
export type AudienceQuery = v.InferOutput<typeof AudienceQuery>;
export const AudienceAnswer = v.object({ count: v.number() });

/** Specification 002 section 9. */
export const MESSAGE_INTERVALS = [0, 5, 10, 15, 20] as const;
export const OTHER_INTERVALS = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120] as const;
export const CAMPAIGN_SETTING_KEYS = [
  "messageInterval",
  "longerIntervalAfter",
  "greaterInterval",
  "variables",
] as const;
export type CampaignSettingKey = (typeof CAMPAIGN_SETTING_KEYS)[number];
/** `value` is JSON text. */
export const CampaignSettingAnswer = v.object({ key: v.picklist(CAMPAIGN_SETTING_KEYS), value: v.string() });
/** An object of values, or a list of `{ key, value }`; absent keys keep their value. */
export const CampaignSettingsBody = v.object({
  settings: v.union([
    v.array(v.object({ key: v.string(), value: v.unknown() })),
    v.record(v.string(), v.unknown()),
  ]),
});
export type CampaignSettingsBody = v.InferOutput<typeof CampaignSettingsBody>;

/** `GET /whatsapp/{id}/risk`: how close a number is to being blocked, 0 (calm) to 100. */
export const RISK_REASONS = [
  "new_number",
  "near_cap",
  "failures",
  "few_replies",
  "opt_outs",
  "restricted",
] as const;
export const RiskAnswer = v.object({
  score: v.number(),
  sentToday: v.number(),
  /** 0 = none. */
  cap: v.number(),
  /** Of the last 20 dispatches, 0 to 1. */
  failureRate: v.number(),
  reasons: v.array(v.picklist(RISK_REASONS)),
});
export type RiskAnswer = v.InferOutput<typeof RiskAnswer>;
