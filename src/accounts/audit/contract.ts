import * as v from "valibot";
import { Instant, PageLanguage, PathId, ShortText } from "#platform/http/contract.ts";

/** Actions that an entry can record; `verb` on the wire. */
export const ACTIONS = [
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
  "link-created",
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
export type Action = (typeof ACTIONS)[number];

/** Kinds of subjects, such as queue or user. */
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
  "field",
  "resolution",
  "pause-reason",
  "view",
  "sla",
  "macro",
  "follow-up",
  "rule",
  "quick-reply",
  "schedule",
  "ticket",
  "raw-event",
  "chat",
  "audit",
  "report",
  "report-schedule",
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
  "cost",
  "rate",
  "company-costs",
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

/** Details of an entry in addition to actor, action and time. */
export const AuditDetails = v.object({
  /** Names of the changed fields. */
  fields: v.optional(v.array(v.string())),
  /** Old and new value per field, for fields without secrets and personal data. */
  values: v.optional(v.record(v.string(), v.tuple([v.nullable(v.string()), v.nullable(v.string())]))),
  /** Number of subjects. */
  count: v.optional(v.number()),
  /** Reason of the action, where it can have several. */
  reason: v.optional(v.string()),
  /** Method and path, when nothing else describes the action. */
  route: v.optional(v.string()),
});
export type AuditDetails = v.InferOutput<typeof AuditDetails>;

/** Reasons with a translated text: why a session ended or something was removed. */
const REASONS = ["replay", "password", "revoked", "bin"] as const;
export const isReason = (text: string): text is (typeof REASONS)[number] =>
  (REASONS as readonly string[]).includes(text);
/** Boolean fields. */
export const FLAGS = ["active", "all_ticket", "allow_distributed", "is_default", "multi_session"];
/** Fields whose enumerated values are translated on screen; free text is shown as it is. */
export const WORDED = ["profile", "status", "recurrence", "action"];
/** The field with an amount of money. */
export const CENTS = "value_cents";

export const AuditEntry = v.object({
  id: v.number(),
  at: Instant,
  who: Who,
  userId: v.nullable(v.number()),
  name: v.string(),
  kind: v.picklist(KINDS),
  verb: v.picklist(ACTIONS),
  thingId: v.nullable(v.string()),
  /** Display name of the subject; null when it has none or is a person outside the company. */
  thing: v.nullable(v.string()),
  details: AuditDetails,
  ip: v.string(),
  /** The company concerned; only in entries of the provider's trail. */
  company: v.nullable(v.object({ id: v.number(), name: v.string() })),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

export const AuditPage = v.object({
  records: v.array(AuditEntry),
  hasMore: v.boolean(),
  /** Of a trail over several cells: `before` of the next page. */
  next: v.optional(v.string()),
});
export type AuditPage = v.InferOutput<typeof AuditPage>;

const Day = v.pipe(ShortText, v.isoDate());
const filters = {
  userId: v.optional(PathId),
  kind: v.optional(v.picklist(KINDS)),
  verb: v.optional(v.picklist(ACTIONS)),
  thingId: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** Days in the time zone of the company, both included. */
  from: v.optional(Day),
  to: v.optional(Day),
};
export const AuditFilter = v.object(filters);
export type AuditFilter = v.InferOutput<typeof AuditFilter>;
/** The id of the last entry of each cell on the pages so far: `1:120,2:34`. */
const CellPositions = v.pipe(
  v.string(),
  v.maxLength(8_000),
  v.regex(/^\d{1,3}:\d{1,15}(,\d{1,3}:\d{1,15})*$/),
);

/** `before`: the id of the last entry of the previous page. */
export const AuditQuery = v.object({ ...filters, before: v.optional(PathId) });
export type AuditQuery = v.InferOutput<typeof AuditQuery>;
/** The provider's trail: over several cells `before` is `next` of the previous page. */
export const ProviderAuditQuery = v.object({
  ...filters,
  before: v.optional(v.union([PathId, CellPositions])),
});
export type ProviderAuditQuery = v.InferOutput<typeof ProviderAuditQuery>;
export const AuditFileQuery = v.object({ ...filters, language: v.optional(PageLanguage) });
export type AuditFileQuery = v.InferOutput<typeof AuditFileQuery>;

/** A person named in the trail. */
export const AuditPerson = v.object({ id: v.number(), name: v.string() });
export type AuditPerson = v.InferOutput<typeof AuditPerson>;
