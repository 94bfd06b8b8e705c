import { createAutomaticReply, type TicketReply, writeReply } from "#inbox/messages/index.ts";
import { findQuickReply, visibleQuickReply } from "#inbox/quick-replies/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { TicketAction } from "./contract.ts";

/** Who writes a reply: the caller, an automation rule or a sequence. */
export type Writer = "person" | "rule" | "followup";

/** Writes to the customer. Returns false when the product may not write now (`createAutomaticReply`). */
export function reply(ctx: UserCtx, ticket: Ticket, action: ReplyAction, writer: Writer): boolean {
  const isPerson = writer === "person";
  const written = replyOf(
    action,
    action.quickReplyId === undefined ? null : quickReply(ctx, action.quickReplyId, isPerson),
  );
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
