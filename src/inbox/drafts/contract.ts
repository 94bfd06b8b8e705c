import * as v from "valibot";
import { Instant, RequiredId } from "#platform/http/contract.ts";

/** A message is sent to the customer; a note is visible to colleagues only. */
export const DraftMode = v.picklist(["message", "note"]);
export type DraftMode = v.InferOutput<typeof DraftMode>;

/** `version`: version of the draft that this text replaces; 0 = the page has no draft. An empty body removes the draft. */
export const DraftBody = v.object({
  mode: DraftMode,
  body: v.pipe(v.string(), v.maxLength(5000)),
  quotedMsgId: v.optional(v.nullable(RequiredId), null),
  version: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type DraftBody = v.InferOutput<typeof DraftBody>;

/** A stored draft. A removed one has an empty body. */
export const DraftAnswer = v.object({
  ticketId: v.number(),
  mode: DraftMode,
  body: v.string(),
  quotedMsgId: v.nullable(v.number()),
  version: v.number(),
  updatedAt: Instant,
});
export type DraftAnswer = v.InferOutput<typeof DraftAnswer>;

/** `ticket` is null when the author may no longer see the ticket, so that the contact's name is not revealed. */
export const ListedDraft = v.object({
  ...DraftAnswer.entries,
  ticket: v.nullable(v.object({ uuid: v.string(), contactName: v.string() })),
});
export type ListedDraft = v.InferOutput<typeof ListedDraft>;

/** `before`: the version of the last draft of the previous page. */
export const DraftListQuery = v.object({
  before: v.optional(v.pipe(v.string(), v.maxLength(20), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number))),
});
export const DraftPage = v.object({ drafts: v.array(ListedDraft), hasMore: v.boolean() });
export type DraftPage = v.InferOutput<typeof DraftPage>;
