import type { Installation } from "#tenants/installation.ts";
import { RealtimePort, type ViewerDelivery } from "#tenants/viewer.ts";
import { type Place, placeOf, ticketById, ticketToTell, topicOf } from "#tickets/index.ts";
import { MessageCreated, MessageUpdated } from "./events.ts";
import { hearsCreated, hearsUpdated } from "./policy.ts";
import { presentMessages } from "./present.ts";

type Audience = ViewerDelivery["audience"];
// Apart from what makes the data: an audience is kept as long as its event, and all it closes over with it.
const hearers =
  (ticketId: number, place: Place): Audience =>
  (viewer) =>
    hearsCreated(viewer, ticketId, place);
const hearersOfChange =
  (ticketId: number, place: Place): Audience =>
  (viewer) =>
    hearsUpdated(viewer, ticketId, place);

/** Channel `appMessage` (behaviour 23): new messages to all who see the ticket, changes to those who look at it. */
export function deliverMessages({ live, ports }: Installation): void {
  live.after(MessageCreated, (tenant, { message, ticket: { id }, notify }) => {
    const [presented] = presentMessages(tenant, [message.id]);
    // As the transaction left it: it may have been offered to one attendant behind the message.
    const ticket = ticketToTell(tenant, id);
    // Deleted in the same transaction.
    if (!presented || !ticket) return;
    const place = placeOf(ticket);
    const data = { action: "create", message: { ...presented, notify }, ticket, contact: ticket.contact };
    ports
      .use(RealtimePort)
      .publish(tenant.id, [
        { channel: "appMessage", data, audience: hearers(id, place), topic: topicOf(id, [place]) },
      ]);
  });
  live.after(MessageUpdated, (tenant, { messageId }) => {
    const [message] = presentMessages(tenant, [messageId]);
    const ticket = message && ticketById(tenant.db, message.ticketId);
    if (!ticket) return;
    ports.use(RealtimePort).publish(tenant.id, [
      {
        channel: "appMessage",
        data: { action: "update", message },
        audience: hearersOfChange(ticket.id, placeOf(ticket)),
        topic: topicOf(ticket.id, [placeOf(ticket)]),
      },
    ]);
  });
}
