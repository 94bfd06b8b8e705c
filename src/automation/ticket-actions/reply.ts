import { createAutomaticReply, type TicketReply, writeReply } from "#inbox/messages/index.ts";
import { findQuickReply, visibleQuickReply } from "#inbox/quick-replies/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { notFound } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import type { TicketAction } from "./contract.ts";

/** Who writes a reply: the caller, an automation rule or a sequence. */
type Writer = "person" | "rule" | "followup";

export interface ReplyOptions {
  /**
   * Who writes replies: `person` (default) = the caller, as in the composer; `rule` and `followup` = the product, which
   * neither ends the customer's wait nor switches a bot off (docs/rules/ticket-actions.md#reply).
   */
  readonly writer?: Writer;
  /** Replaces the text of the first reply with one; its variables are filled in. */
  readonly replyText?: string | undefined;
}

/** Whether a reply has a text that the person who runs it may change. */
export const hasText = (action: TicketAction): boolean =>
  action.action === "reply" && (action.text.trim() !== "" || action.quickReplyId !== undefined);

/**
 * Writes to the customer. Returns false when the product may not write to the customer now (`createAutomaticReply`).
 */
export function reply(
  ctx: UserCtx,
  ticket: Ticket,
  action: ReplyAction,
  { writer = "person", replyText }: ReplyOptions,
): boolean {
  if (writer !== "person") return ctx.tenant.write((unit) => replyByProduct(unit, ticket, action, writer));
  const { quickReplyId } = action;
  const quick = quickReplyId === undefined ? null : visibleQuickReply(ctx, quickReplyId);
  const stored = replyOf(action, quick);
  const written = replyText === undefined ? stored : { ...stored, text: replyText, isFilled: true };
  writeReply(ctx, ticket.id, written);
  return true;
}

/** Writes to the customer on behalf of a rule or a sequence; only shared quick replies. Throws 404 ERR_NOT_FOUND. */
export function replyByProduct(
  unit: TenantUnit,
  ticket: Ticket,
  action: ReplyAction,
  writer: Exclude<Writer, "person">,
): boolean {
  const { quickReplyId } = action;
  const quick = quickReplyId === undefined ? null : (findQuickReply(unit.db, quickReplyId) ?? null);
  if (quickReplyId !== undefined && !quick?.shared) throw notFound();
  return createAutomaticReply(unit, ticket, replyOf(action, quick), writer) !== undefined;
}

type ReplyAction = Extract<TicketAction, { action: "reply" }>;

const replyOf = (
  { text, fileId, templateName, templateLanguage, parameters }: ReplyAction,
  quick: ReturnType<typeof visibleQuickReply> | null,
): TicketReply => ({
  text: quick?.message ?? text,
  fileId: quick ? quick.mediaId : (fileId ?? null),
  template:
    templateName === undefined
      ? null
      : { name: templateName, language: templateLanguage || null, values: parameters },
});
