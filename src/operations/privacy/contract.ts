import * as v from "valibot";
import { FileQuery, Instant, PageNumber, pageOf, ShortText } from "#platform/http/contract.ts";

const days = v.pipe(ShortText, v.trim(), v.regex(/^\d{1,4}$/), v.transform(Number), v.maxValue(3650));

export const ErasureQuery = v.object({ pageNumber: PageNumber });
export const CertificateQuery = v.object({ ...FileQuery.entries });

/** Rules to be tried; nothing is saved. Days; 0 = for ever. */
export const RetentionPreviewQuery = v.object({
  mediaDays: v.optional(days, "0"),
  ticketDays: v.optional(days, "0"),
  what: v.optional(v.picklist(["messages", "tickets"]), "messages"),
  keepTagged: v.optional(v.picklist(["true", "false"]), "true"),
});
/** What rules would remove now. */
export const RetentionPreview = v.object({
  files: v.number(),
  bytes: v.number(),
  messages: v.number(),
  tickets: v.number(),
});
export type RetentionPreview = v.InferOutput<typeof RetentionPreview>;

/** One night's clean-up. */
export const RetentionRun = v.object({
  id: v.number(),
  state: v.picklist(["running", "done"]),
  ...RetentionPreview.entries,
  startedAt: Instant,
  finishedAt: v.nullable(Instant),
});
export type RetentionRun = v.InferOutput<typeof RetentionRun>;

/** An erasure: counts, the day and the user; no data of the person. */
export const ContactErasure = v.object({
  id: v.number(),
  /** Names the certificate. */
  uuid: v.string(),
  /** Null: every contact of the company at once. */
  contactId: v.nullable(v.number()),
  contacts: v.number(),
  /** The user; "" = the product itself. */
  userName: v.string(),
  /** Rows removed, by kind. */
  counts: v.record(v.string(), v.number()),
  erasedAt: Instant,
});
export type ContactErasure = v.InferOutput<typeof ContactErasure>;
export const ErasurePage = pageOf("erasures", ContactErasure);
