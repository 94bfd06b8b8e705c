import { OutboxCompleted } from "#inbox/messages/events.ts";
import { closeTicket, ticketById } from "#inbox/tickets/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./close-after.sql.ts";

/**
 * `closeTicket` of the send API: closes the ticket when its message was sent, with the texts of
 * docs/rules/ratings.md#at-close.
 */
export function closeAfterSending({ bus }: Installation): void {
  bus.within(OutboxCompleted, (unit, { messageId, source, state }) => {
    if (source !== "api" || messageId === null) return;
    const closing = queryOne(unit.db, sql.closingOf, { messageId });
    if (!closing) return;
    execute(unit.db, sql.remove, { messageId });
    const ticket = state === "sent" ? ticketById(unit.db, closing.ticketId) : undefined;
    if (ticket) closeTicket(unit, ticket, { reason: "api", silent: false, userId: null });
  });
}
