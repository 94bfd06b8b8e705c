import * as v from "valibot";
import { Instant, PageLanguage, PathId, ShortText } from "#platform/http/contract.ts";

/** What was done. */
export const VERBS = [
  "created",
  "changed",
  "removed",
  "exported",
  "downloaded",
  "imported",
  "seen",
  "merged",
  "unmerged",
  "sent",
  "started",
  "cancelled",
  "paused",
  "resumed",
  "restarted",
  "connected",
  "disconnected",
  "tested",
  "renewed",
  "replayed",
  "entered",
  "left",
  "signed-in",
  "signed-out",
  "sign-in-failed",
  "session-ended",
  "password-set",
  "refused",
  "restored",
  "rotated",
  "did",
] as const;
export type Verb = (typeof VERBS)[number];

/** What it was done to. */
export const KINDS = [
  "session",
  "support",
  "user",
  "queue",
  "queue-option",
  "connection",
  "template",
  "setting",
  "campaign-settings",
  "hours",
  "prompt",
  "integration",
  "webhook",
  "delivery",
  "api-key",
  "contact",
  "contact-merge",
  "contact-import",
  "contact-list",
  "contact-list-item",
  "opt-out",
  "privacy-notice",
  "file-list",
  "campaign",
  "tag",
  "quick-reply",
  "schedule",
  "ticket",
  "raw-event",
  "chat",
  "audit",
  "company",
  "signup",
  "plan",
  "invoice",
  "subscription",
  "gateway",
  "brand",
  "company-brand",
  "legal-text",
  "help",
  "announcement",
  "backup",
  "company-export",
  "company-import",
  "cockpit",
  "key",
  "route",
] as const;
export type Kind = (typeof KINDS)[number];

/**
 * `key`: an API key of the company; `provider`: staff of the provider; `product`: the product itself;
 * `console`: a command.
 */
export const Who = v.picklist(["person", "support", "key", "provider", "product", "console"]);
export type Who = v.InferOutput<typeof Who>;

/** Details of an entry beside who, what and when. */
export const AuditDetails = v.object({
  /** Names of the fields that are not what they were. */
  fields: v.optional(v.array(v.string())),
  /** Values before and after, for fields that hold neither secrets nor personal data. */
  values: v.optional(v.record(v.string(), v.tuple([v.nullable(v.string()), v.nullable(v.string())]))),
  /** How many subjects. */
  count: v.optional(v.number()),
  /** Why, where a verb has several reasons. */
  reason: v.optional(v.string()),
  /** Method and path, when nothing else describes the action. */
  route: v.optional(v.string()),
});
export type AuditDetails = v.InferOutput<typeof AuditDetails>;

/** Reasons with a translated text: why a session ended or something was removed. */
const REASONS = ["replay", "password", "revoked", "bin"] as const;
export const isReason = (text: string): text is (typeof REASONS)[number] =>
  (REASONS as readonly string[]).includes(text);
/** Fields that are true or not. */
export const FLAGS = ["active", "all_ticket", "allow_distributed", "is_default", "multi_session"];
/** Fields whose values are translated; typed values are shown as they are. */
export const WORDED = ["profile", "status", "recurrence", "action"];
/** The field that is money. */
export const CENTS = "value_cents";

export const AuditEntry = v.object({
  id: v.number(),
  at: Instant,
  who: Who,
  userId: v.nullable(v.number()),
  name: v.string(),
  kind: v.picklist(KINDS),
  verb: v.picklist(VERBS),
  thingId: v.nullable(v.string()),
  /** Null: without a name, or that of a person outside the company. */
  thing: v.nullable(v.string()),
  details: AuditDetails,
  ip: v.string(),
  /** Of the provider's lines: whose company it was about. */
  company: v.nullable(v.object({ id: v.number(), name: v.string() })),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

export const AuditPage = v.object({ records: v.array(AuditEntry), hasMore: v.boolean() });
export type AuditPage = v.InferOutput<typeof AuditPage>;

const Day = v.pipe(ShortText, v.isoDate());
const filters = {
  userId: v.optional(PathId),
  kind: v.optional(v.picklist(KINDS)),
  verb: v.optional(v.picklist(VERBS)),
  thingId: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** Days in the time zone of the company, both included. */
  from: v.optional(Day),
  to: v.optional(Day),
};
export const AuditFilter = v.object(filters);
export type AuditFilter = v.InferOutput<typeof AuditFilter>;
/** `before`: the id of the last line seen. */
export const AuditQuery = v.object({ ...filters, before: v.optional(PathId) });
export type AuditQuery = v.InferOutput<typeof AuditQuery>;
export const AuditFileQuery = v.object({ ...filters, language: v.optional(PageLanguage) });
export type AuditFileQuery = v.InferOutput<typeof AuditFileQuery>;

/** A person named in the trail. */
export const AuditPerson = v.object({ id: v.number(), name: v.string() });
export type AuditPerson = v.InferOutput<typeof AuditPerson>;
