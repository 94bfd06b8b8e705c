import * as v from "valibot";
import { ConnectionRef } from "#channels/connections/contract.ts";
import { AttachmentAnswer } from "#channels/media/contract.ts";
import { TemplateChoice } from "#channels/templates/contract.ts";
import { CampaignReport, RecipientAnswer, TimelinePoint } from "#outreach/campaigns/report/contract.ts";
import { Instant, OptionalId, PageNumber, pageOf, plainName, SearchParam } from "#platform/http/contract.ts";

/** Status of a campaign on the wire (docs/rules/screens.md#campaigns). The database stores English words. */
const CAMPAIGN_STATUSES = ["INATIVA", "PROGRAMADA", "EM_ANDAMENTO", "CANCELADA", "FINALIZADA"] as const;
export const CampaignStatus = v.picklist(CAMPAIGN_STATUSES);
export type CampaignStatus = v.InferOutput<typeof CampaignStatus>;

/** Why a running campaign is paused; `manual` = by a user (docs/rules/campaigns.md#number-protection). */
const PAUSE_REASONS = [
  "manual",
  "disconnected",
  "failure_rate",
  "subscription",
  "plan",
  "connection_deleted",
  /** A template of the campaign was changed or is no longer approved. */
  "template",
] as const;
export const PauseReason = v.picklist(PAUSE_REASONS);
export type PauseReason = v.InferOutput<typeof PauseReason>;

/** Slots: the numbers of the five variants of a campaign (docs/rules/forms.md#pages). */
export const SLOTS = [1, 2, 3, 4, 5] as const;
export type Slot = (typeof SLOTS)[number];
/** Longest text that WhatsApp accepts, in characters. */
export const MAX_TEXT = 4096;
/** Campaigns that start within this time are locked (docs/rules/forms.md#pages), ms. */
export const EDIT_LOCK_MS = 60 * 60_000;
const slots = <const Prefix extends string, T extends v.GenericSchema>(prefix: Prefix, schema: T) =>
  Object.fromEntries(SLOTS.map((slot) => [`${prefix}${slot}`, schema])) as {
    [K in `${Prefix}${Slot}`]: T;
  };

type Texts = { readonly [Name in `${"message" | "confirmationMessage"}${Slot}`]?: string | null | undefined };

/**
 * A campaign with confirmation needs at least one confirmation text. Returns the field that lacks it, that of the first
 * variant with a text; null when nothing is missing.
 */
export function missingQuestion(
  campaign: Texts & { readonly confirmation?: boolean | undefined },
): `confirmationMessage${Slot}` | null {
  const isWritten = (name: keyof Texts) => (campaign[name] ?? "").trim() !== "";
  if (!campaign.confirmation || SLOTS.some((slot) => isWritten(`confirmationMessage${slot}`))) return null;
  return `confirmationMessage${SLOTS.find((slot) => isWritten(`message${slot}`)) ?? 1}`;
}

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
  /** Queue of a ticket that a reply opens. */
  campaignReplyQueueId: v.nullable(v.number()),
  scheduledAt: v.nullable(Instant),
  startedAt: v.nullable(Instant),
  completedAt: v.nullable(Instant),
  pausedAt: v.nullable(Instant),
  pauseReason: v.nullable(PauseReason),
  ...slots("message", v.string()),
  ...slots("confirmationMessage", v.string()),
  /** Template of a slot on an official number, instead of its text. */
  ...slots("template", v.nullable(TemplateChoice)),
  ...AttachmentAnswer.entries,
  whatsapp: v.nullable(ConnectionRef),
  tagList: v.nullable(NamedRef),
  fileList: v.nullable(NamedRef),
  /** Whether the campaign can be changed now; a scheduled one is locked an hour before its time. */
  editable: v.boolean(),
  report: CampaignReport,
  createdAt: Instant,
  updatedAt: Instant,
};
export const CampaignAnswer = v.object({ ...base, contactList: v.nullable(NamedRef) });
export type CampaignAnswer = v.InferOutput<typeof CampaignAnswer>;
export const CampaignPage = pageOf("records", CampaignAnswer);

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
  /** From the first message to the last receipt, in at most 120 periods. */
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
  /** ISO with offset, or a local time of the company; empty = not scheduled. */
  scheduledAt: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(40)))),
  ...slots("message", Text),
  ...slots("confirmationMessage", Text),
  /**
   * Templates of an official number, sent instead of the texts of their slots; official numbers send templates only,
   * other numbers none.
   */
  ...slots("template", v.optional(v.nullable(TemplateChoice))),
};
/** Name 2-50 (docs/rules/forms.md#lengths). */
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

/** Texts as one contact of the list or tag would get them; null without contacts. */
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

/** The number of people that a list and a tag reach together. */
export const AudienceQuery = v.object({
  contactListId: v.optional(OptionalId),
  tagListId: v.optional(OptionalId),
  /** The connection that sends, for the figures of its limits. */
  whatsappId: v.optional(OptionalId),
});
export type AudienceQuery = v.InferOutput<typeof AudienceQuery>;
export const AudienceAnswer = v.object({
  count: v.number(),
  /** Official number: recipients that its messaging limit leaves for 24 h; null = unlimited or unknown. */
  left: v.nullable(v.number()),
  /** Recipients who never wrote on the connection; null without `whatsappId`. */
  cold: v.nullable(v.number()),
});
export type AudienceAnswer = v.InferOutput<typeof AudienceAnswer>;
