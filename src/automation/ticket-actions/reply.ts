import { createAutomaticReply, type TicketReply, writeReply } from "#inbox/messages/index.ts";
import { findQuickReply, visibleQuickReply } from "#inbox/quick-replies/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
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

/** Writes to the customer. Returns false when the product may not write now (`createAutomaticReply`). */
export function reply(
  ctx: UserCtx,
  ticket: Ticket,
  action: ReplyAction,
  { writer = "person", replyText }: ReplyOptions,
): boolean {
  const isPerson = writer === "person";
  const { quickReplyId } = action;
  const quick = quickReplyId === undefined ? null : quickReply(ctx, quickReplyId, isPerson);
  const stored = replyOf(action, quick);
  const written = replyText === undefined ? stored : { ...stored, text: replyText, isFilled: true };
  if (isPerson) {
    writeReply(ctx, ticket.id, written);
    return true;
  }
  return ctx.tenant.write((unit) => createAutomaticReply(unit, ticket, written, writer)) !== undefined;
}

type ReplyAction = Extract<TicketAction, { action: "reply" }>;

/** The quick reply of an action: a person's own or a shared one; for the product only a shared one. */
function quickReply(ctx: UserCtx, id: number, isPerson: boolean) {
  if (isPerson) return visibleQuickReply(ctx, id);
  const found = findQuickReply(ctx.tenant.db, id);
  if (!found?.shared) throw notFound();
  return found;
}

const replyOf = (
  { text, fileId, templateName, templateLanguage, parameters }: ReplyAction,
  quick: ReturnType<typeof quickReply> | null,
): TicketReply => ({
  text: quick?.message ?? text,
  fileId: quick ? quick.mediaId : (fileId ?? null),
  template:
    templateName === undefined
      ? null
      : { name: templateName, language: templateLanguage || null, values: parameters },
});
