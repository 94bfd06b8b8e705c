import * as v from "valibot";
import { FileQuery, Instant, PageNumber, pageOf, ShortText } from "#platform/http/contract.ts";

const days = v.pipe(ShortText, v.trim(), v.regex(/^\d{1,4}$/), v.transform(Number), v.maxValue(3650));

export const ErasureQuery = v.object({ pageNumber: PageNumber });
export const CertificateQuery = v.object({ ...FileQuery.entries });

/** Retention rules to preview without saving them. Days; 0 = for ever. */
export const RetentionPreviewQuery = v.object({
  mediaDays: v.optional(days, "0"),
  ticketDays: v.optional(days, "0"),
  what: v.optional(v.picklist(["messages", "tickets"]), "messages"),
  keepTagged: v.optional(v.picklist(["true", "false"]), "true"),
});
/** What these rules would delete now. */
export const RetentionPreview = v.object({
  files: v.number(),
  bytes: v.number(),
  messages: v.number(),
  tickets: v.number(),
});
export type RetentionPreview = v.InferOutput<typeof RetentionPreview>;

/** The report of one retention run. */
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
  /** Number of the certificate. */
  uuid: v.string(),
  /** Null: all contacts of the company were erased together. */
  contactId: v.nullable(v.number()),
  contacts: v.number(),
  /** Name of the user who requested the erasure; "" = the product itself. */
  userName: v.string(),
  /** Number of deleted rows, by kind. */
  counts: v.record(v.string(), v.number()),
  erasedAt: Instant,
});
export type ContactErasure = v.InferOutput<typeof ContactErasure>;
export const ErasurePage = pageOf("erasures", ContactErasure);
