import type { Installation } from "#tenants/installation.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { userOf } from "./assignee.ts";
import { TicketChanged, TicketDeleted, TicketRead, TicketTransferred } from "./events.ts";
import { canSee, type Person } from "./policy.ts";
import { findPresented } from "./present.ts";

/**
 * Channel `ticket`: who keeps or gains sight of a changed ticket gets it, who loses sight is told to drop it
 * (behaviour 23: the audiences before and after, united).
 */
export function deliverTickets({ bus, ports }: Installation): void {
  bus.after(TicketChanged, (tenant, { before, after }) => {
    const ticket = findPresented(tenant, after.id);
    // Deleted in the same transaction: that is told by its own event.
    if (!ticket) return;
    ports.use(RealtimePort).publish(tenant.id, [
      { channel: "ticket", data: { action: "update", ticket }, audience: (viewer) => canSee(viewer, after) },
      ...(before
        ? [
            {
              channel: "ticket",
              data: { action: "delete", ticketId: after.id },
              audience: (viewer: Person) => canSee(viewer, before) && !canSee(viewer, after),
            },
          ]
        : []),
    ]);
  });
  bus.after(TicketDeleted, (tenant, { ticket }) =>
    ports.use(RealtimePort).publish(tenant.id, [
      {
        channel: "ticket",
        data: { action: "delete", ticketId: ticket.id },
        audience: (viewer) => canSee(viewer, ticket),
      },
    ]),
  );
  bus.after(TicketRead, (tenant, { ticket }) =>
    ports.use(RealtimePort).publish(tenant.id, [
      {
        channel: "ticket",
        data: { action: "updateUnread", ticketId: ticket.id },
        audience: (viewer) => canSee(viewer, ticket),
      },
    ]),
  );
  // Behaviour 5.6: who is given a ticket is notified.
  bus.after(TicketTransferred, (tenant, { ticket, previous, userId }) => {
    if (ticket.userId === null || ticket.userId === previous.userId || ticket.userId === userId) return;
    const by = userOf(tenant.db, userId);
    const contact = findPresented(tenant, ticket.id)?.contact;
    if (!contact) return;
    const details = { ticketId: ticket.id, uuid: ticket.uuid, contact: contact.name, by: by?.name ?? null };
    ports.use(RealtimePort).publish(tenant.id, [
      {
        channel: "notice",
        data: { action: "create", code: "ticket_transferred", details },
        audience: (viewer) => viewer.id === ticket.userId,
      },
    ]);
  });
}
