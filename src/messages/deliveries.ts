import type { Installation } from "#tenants/installation.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { findPresented, ticketById } from "#tickets/index.ts";
import { MessageCreated, MessageUpdated } from "./events.ts";
import { hearsCreated, hearsUpdated } from "./policy.ts";
import { presentMessages } from "./present.ts";

/** Channel `appMessage` (behaviour 23): new messages to all who see the ticket, changes to those who look at it. */
export function deliverMessages({ bus, ports }: Installation): void {
  bus.after(MessageCreated, (tenant, { message, ticket: { id }, notify }) => {
    const [presented] = presentMessages(tenant, [message.id]);
    // As the transaction left it: it may have been offered to one attendant behind the message.
    const ticket = findPresented(tenant, id);
    // Deleted in the same transaction.
    if (!presented || !ticket) return;
    const data = { action: "create", message: { ...presented, notify }, ticket, contact: ticket.contact };
    ports
      .use(RealtimePort)
      .publish(tenant.id, [
        { channel: "appMessage", data, audience: (viewer) => hearsCreated(viewer, id, ticket) },
      ]);
  });
  bus.after(MessageUpdated, (tenant, { messageId }) => {
    const [message] = presentMessages(tenant, [messageId]);
    const place = message && ticketById(tenant.db, message.ticketId);
    if (!place) return;
    ports.use(RealtimePort).publish(tenant.id, [
      {
        channel: "appMessage",
        data: { action: "update", message },
        audience: (viewer) => hearsUpdated(viewer, place.id, place),
      },
    ]);
  });
}
