import { OutboxCompleted } from "#inbox/messages/events.ts";
import { closeTicket, ticketById } from "#inbox/tickets/index.ts";
import { one, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";

/**
 * `closeTicket` of the send API: the ticket closes when its message has left, with the texts of
 * docs/rules/ratings.md#at-close.
 */
export function closeAfterSending({ bus }: Installation): void {
  bus.within(OutboxCompleted, (unit, { messageId, source, state }) => {
    if (source !== "api" || messageId === null) return;
    const closing = one<{ ticketId: number }>(
      unit.db,
      "SELECT ticket_id AS ticketId FROM api_closing WHERE message_id = ?",
      messageId,
    );
    if (!closing) return;
    run(unit.db, "DELETE FROM api_closing WHERE message_id = ?", messageId);
    const ticket = state === "sent" ? ticketById(unit.db, closing.ticketId) : undefined;
    if (ticket) closeTicket(unit, ticket, { reason: "api", silent: false, userId: null });
  });
}
