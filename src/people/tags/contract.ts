import * as v from "valibot";
import { MAX_IDS, pageOf, plainName, RequiredId, ShortText } from "#platform/http/contract.ts";

/** `kanban` is 1 or 0 on the wire. */
export const TagRef = v.object({ id: v.number(), name: v.string(), color: v.string(), kanban: v.number() });
export type TagRef = v.InferOutput<typeof TagRef>;

export const TagAnswer = v.object({
  ...TagRef.entries,
  userId: v.nullable(v.number()),
  ticketsCount: v.number(),
});
export type TagAnswer = v.InferOutput<typeof TagAnswer>;
export const TagPage = pageOf("tags", TagAnswer);

/** Name at least 3 characters (docs/rules/forms.md#lengths). */
export const TagBody = v.object({
  name: plainName(3, 50),
  color: v.optional(v.pipe(ShortText, v.regex(/^#[0-9a-fA-F]{3,8}$/)), "#0b72c4"),
  kanban: v.optional(v.union([v.number(), v.boolean()])),
});
export type TagBody = v.InferOutput<typeof TagBody>;
/** Absent fields keep their value; no default colour here. */
export const UpdateTagBody = v.object({
  name: v.optional(TagBody.entries.name),
  color: v.optional(TagBody.entries.color.wrapped),
  kanban: TagBody.entries.kanban,
});
export type UpdateTagBody = v.InferOutput<typeof UpdateTagBody>;
export const KanbanLanes = v.object({ lista: v.array(TagAnswer) });
/** One tag for the contacts chosen in a list; `skipped` counts contacts left unchanged. */
export const TagContactsBody = v.object({
  contactIds: v.pipe(v.array(RequiredId), v.minLength(1), v.maxLength(500)),
  tagId: RequiredId,
});
export type TagContactsBody = v.InferOutput<typeof TagContactsBody>;
export const TagContactsAnswer = v.object({ tagged: v.number(), skipped: v.number() });
export type TagContactsAnswer = v.InferOutput<typeof TagContactsAnswer>;

export const TagSyncBody = v.object({
  ticketId: RequiredId,
  tags: v.pipe(v.array(v.object({ id: RequiredId })), v.maxLength(MAX_IDS)),
});
