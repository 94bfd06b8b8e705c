import { TicketTransferred } from "#inbox/tickets/events.ts";
import { findPresented } from "#inbox/tickets/present.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { userOf } from "#inbox/tickets/transitions/assignee.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";

/** Channel `notice`: tells a user, on every page, that another user or the product transferred a ticket to them. */
export function broadcastTicketNotices({ live, ports }: Installation): void {
  const notify = (
    tenant: Tenant,
    receiver: number,
    code: string,
    ticket: Pick<Ticket, "id" | "uuid">,
    by: number | null,
  ): void => {
    const details = {
      ticketId: ticket.id,
      uuid: ticket.uuid,
      contact: findPresented(tenant, ticket.id)?.contact.name ?? "",
      by: by === null ? null : (userOf(tenant.db, by)?.name ?? null),
    };
    ports.use(RealtimePort).publish(tenant.id, [
      {
        channel: "notice",
        data: { action: "create", code, details },
        audience: (viewer) => viewer.id === receiver,
      },
    ]);
  };
  // The receiver of a transfer: docs/rules/tickets.md#transfer-rules.
  live.after(TicketTransferred, (tenant, { ticket, previous, userId }) => {
    const receiver = ticket.userId;
    if (receiver === null || receiver === previous.userId || receiver === userId) return;
    notify(tenant, receiver, "ticket_transferred", ticket, userId);
  });
}
