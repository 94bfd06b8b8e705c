import { rendered } from "#inbox/messages/index.ts";
import { visibleTicket } from "#inbox/tickets/index.ts";
import { LIST_SIZE, pageOfRows } from "#platform/http/page.ts";
import { fold } from "#platform/text.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { QuickReplyAnswer, QuickReplyChoice } from "./contract.ts";
import { presentQuickReply } from "./present.ts";
import { countQuickReplies, listQuickReplies } from "./queries.ts";

/** Lists the caller's own and the shared quick replies, sorted by shortcode. */
export function pageOfQuickReplies(
  { tenant, actor }: UserCtx,
  searchParam: string,
  pageNumber: number,
): { records: QuickReplyAnswer[]; count: number; hasMore: boolean } {
  const { db } = tenant;
  const wanted = { userId: actor.id, search: fold(searchParam) };
  const { rows, ...page } = pageOfRows(countQuickReplies(db, wanted), pageNumber, (limit, offset) =>
    listQuickReplies(db, wanted, limit, offset),
  );
  return { records: rows.map((row) => presentQuickReply(tenant, row)), ...page };
}

/**
 * Lists the active quick replies for the composer; with a ticket, each one also has its text with the variables filled in. Throws
 * 404 ERR_NO_TICKET_FOUND.
 */
export function choicesFor(
  ctx: UserCtx,
  searchParam: string,
  ticketId: number | undefined,
): QuickReplyChoice[] {
  const { tenant, actor } = ctx;
  const ticket = ticketId === undefined ? undefined : visibleTicket(ctx, ticketId);
  const wanted = { userId: actor.id, search: fold(searchParam), activeOnly: true };
  const situation = ticket && { ticket, contactId: ticket.contactId, userName: actor.name };
  return listQuickReplies(tenant.db, wanted, LIST_SIZE).map((row) => ({
    ...presentQuickReply(tenant, row),
    ...(situation && { preview: rendered(tenant, row.message, situation) }),
  }));
}
