import { OutboxCompleted } from "#inbox/messages/events.ts";
import { closeTicket, ticketById } from "#inbox/tickets/index.ts";
import { ContactsCleared, ContactTracesErasing } from "#people/contacts/events.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./public-api.sql.ts";
import { apiCall } from "./schema.ts";

/**
 * `closeTicket` of the send API: closes the ticket when its message was sent, with the texts of
 * docs/rules/ratings.md#at-close.
 */
export function closeAfterSending({ bus }: Installation): void {
  bus.within(OutboxCompleted, (unit, { messageId, source, state }) => {
    if (source !== "api" || messageId === null) return;
    const closing = queryOne(unit.db, sql.closingOf, { messageId });
    if (!closing) return;
    execute(unit.db, sql.removeClosing, { messageId });
    const ticket = state === "sent" ? ticketById(unit.db, closing.ticketId) : undefined;
    if (ticket) closeTicket(unit, ticket, { reason: "api", silent: false, userId: null });
  });
}

/** Deletes stored responses of the send API that name an erased contact. */
export function eraseCalls({ bus }: Installation): void {
  bus.within(ContactTracesErasing, ({ db }, { traces }) => {
    for (const name of traces.names) execute(db, sql.deleteNaming, { name });
  });
  bus.within(ContactsCleared, ({ db }) => void db.delete(apiCall).run());
}
