import * as v from "valibot";
import { attachmentFields } from "#channels/media/contract.ts";
import { PathId, pageOf, plainName, ShortText } from "#platform/http/contract.ts";

/** Maximum number of characters of the text shown in a list (docs/rules/forms.md#pages). */
export const PREVIEW_LENGTH = 35;

/** A boolean; 1 and 0 are accepted, null counts as absent. */
const Flag = v.optional(
  v.nullable(
    v.pipe(
      v.union([v.boolean(), v.number()]),
      v.transform((value) => Boolean(value)),
    ),
  ),
);

const Shortcode = plainName(1, 50);
const Text = v.pipe(v.string(), v.maxLength(4096));

/** The shortcode is required (docs/rules/forms.md#lengths); `geral`: shared with the whole company, admins only. */
export const QuickReplyBody = v.object({
  shortcode: Shortcode,
  message: v.optional(v.nullable(Text)),
  geral: Flag,
  /** Whether the composer offers it. */
  status: Flag,
});
export type QuickReplyBody = v.InferOutput<typeof QuickReplyBody>;
/** An absent field does not change its value. */
export const UpdateQuickReplyBody = v.object({
  ...QuickReplyBody.entries,
  shortcode: v.optional(Shortcode),
});
export type UpdateQuickReplyBody = v.InferOutput<typeof UpdateQuickReplyBody>;

export const QuickReplyAnswer = v.object({
  id: v.number(),
  shortcode: v.string(),
  message: v.string(),
  geral: v.boolean(),
  status: v.boolean(),
  isMedia: v.boolean(),
  ...attachmentFields,
  companyId: v.number(),
  userId: v.number(),
});
export type QuickReplyAnswer = v.InferOutput<typeof QuickReplyAnswer>;
export const QuickReplyPage = pageOf("records", QuickReplyAnswer);

/** With `ticketId`, each quick reply also has its text with the variables filled in for this ticket. */
export const QuickReplyListQuery = v.object({
  searchParam: v.optional(v.pipe(v.string(), v.maxLength(200)), ""),
  ticketId: v.optional(PathId),
  companyId: v.optional(ShortText),
  userId: v.optional(ShortText),
});
export const QuickReplyChoice = v.object({
  ...QuickReplyAnswer.entries,
  /** The message with its variables filled in; only with `ticketId`. */
  preview: v.optional(v.string()),
});
export type QuickReplyChoice = v.InferOutput<typeof QuickReplyChoice>;
