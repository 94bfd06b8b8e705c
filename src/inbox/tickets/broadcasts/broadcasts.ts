import { QueueDeleted } from "#accounts/queues/events.ts";
import { UserUpdated } from "#accounts/users/events.ts";
import {
  TicketChanged,
  TicketDeleted,
  TicketPinsChanged,
  TicketRead,
  TicketsTagged,
} from "#inbox/tickets/events.ts";
import { canSee, mayBeNotified, type TicketScope, ticketScopeOf } from "#inbox/tickets/policy.ts";
import { presentTickets } from "#inbox/tickets/present.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { pinsOfTicket } from "#inbox/tickets/triage/pins.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort, type ViewerBroadcast } from "#tenants/viewer.ts";
import { presentForBroadcast } from "./present-for-broadcast.ts";
import { type TicketTopic, topicOf } from "./topic.ts";

type Audience = ViewerBroadcast["audience"];
const broadcast = (data: EventData, audience: Audience, topic?: TicketTopic): ViewerBroadcast => ({
  channel: "ticket",
  data,
  audience,
  ...(topic && { topic }),
});

// Separate functions: an audience stays in memory as long as its event, with all variables it closes over.
const seenBy =
  (scope: TicketScope): Audience =>
  (viewer) =>
    canSee(viewer, scope);
/** Everyone whose page may show the ticket: users who see it (including participants) and users who are only notified of it. */
const showing =
  (scope: TicketScope): Audience =>
  (viewer) =>
    canSee(viewer, scope) || mayBeNotified(viewer, scope);
const losingSight =
  (before: TicketScope, after: TicketScope): Audience =>
  (viewer) =>
    !canSee(viewer, after) &&
    // Users who were only notified of the ticket get a delete when they are no longer notified of it.
    (canSee(viewer, before) || (mayBeNotified(viewer, before) && !mayBeNotified(viewer, after)));
const person =
  (id: number): Audience =>
  (viewer) =>
    viewer.id === id;
/** Those of these users who see the ticket now and did not before. */
const gainingSight =
  (userIds: ReadonlySet<number>, before: TicketScope, after: TicketScope): Audience =>
  (viewer) =>
    userIds.has(viewer.id) && canSee(viewer, after) && !canSee(viewer, before);

const isSameScope = (a: TicketScope, b: TicketScope): boolean =>
  a.status === b.status &&
  a.queueId === b.queueId &&
  a.userId === b.userId &&
  a.userDistributed === b.userDistributed &&
  a.participants === b.participants;

/**
 * The pins of a ticket that is out of sight are in no answer, so pages read them again when it is visible again
 * (docs/rules/triage.md#pins). Most changes of a ticket read nothing here.
 */
function pinsInSight({ db }: Tenant, before: Ticket, after: Ticket): ViewerBroadcast[] {
  if (isSameScope(before, after)) return [];
  const userIds = new Set(pinsOfTicket(db, after.id).map(({ userId }) => userId));
  if (userIds.size === 0) return [];
  return [broadcast({ action: "pins" }, gainingSight(userIds, ticketScopeOf(before), ticketScopeOf(after)))];
}

/** Channel `ticket` (docs/rules/realtime.md#audience). */
export function broadcastTickets({ live, ports }: Installation): void {
  const publish = (tenant: Tenant, ...broadcasts: ViewerBroadcast[]) =>
    ports.use(RealtimePort).publish(tenant.id, broadcasts);

  // Users who see the ticket now get it; users who saw it before and no longer do get a delete.
  live.after(TicketChanged, (tenant, { before, after }) => {
    const ticket = presentForBroadcast(tenant, after.id);
    // A ticket deleted in the same transaction: `TicketDeleted` is broadcast instead.
    if (!ticket) return;
    const scope = ticketScopeOf(after);
    const topic = topicOf(after.id, before ? [ticketScopeOf(before), scope] : [scope]);
    const shown = broadcast({ action: "update", ticket }, seenBy(scope), topic);
    if (!before) return publish(tenant, shown);
    const gone = broadcast(
      { action: "delete", ticketId: after.id },
      losingSight(ticketScopeOf(before), scope),
      topic,
    );
    publish(tenant, shown, gone, ...pinsInSight(tenant, before, after));
  });
  live.after(TicketsTagged, (tenant, { tickets }) => {
    const scopes = new Map(tickets.map((ticket) => [ticket.id, ticketScopeOf(ticket)]));
    const shown = presentTickets(tenant, [...scopes.keys()]).flatMap((ticket) => {
      const scope = scopes.get(ticket.id);
      if (!scope) return [];
      return [broadcast({ action: "update", ticket }, seenBy(scope), topicOf(ticket.id, [scope]))];
    });
    publish(tenant, ...shown);
  });
  live.after(TicketDeleted, (tenant, { ticket }) =>
    publish(
      tenant,
      broadcast(
        { action: "delete", ticketId: ticket.id },
        showing(ticketScopeOf(ticket)),
        topicOf(ticket.id, [ticketScopeOf(ticket)]),
      ),
    ),
  );
  live.after(TicketRead, (tenant, { ticket }) =>
    publish(
      tenant,
      broadcast(
        { action: "updateUnread", ticketId: ticket.id },
        showing(ticketScopeOf(ticket)),
        topicOf(ticket.id, [ticketScopeOf(ticket)]),
      ),
    ),
  );

  // Sent only to the user's own pages, which then reload the pins.
  live.after(TicketPinsChanged, (tenant, { userId }) =>
    publish(tenant, broadcast({ action: "pins" }, person(userId))),
  );

  // Changed permissions change whole lists, which no event of a single ticket covers.
  live.after(UserUpdated, (tenant, { userId, rights }) => {
    if (rights) publish(tenant, broadcast({ action: "reload" }, person(userId)));
  });
  live.after(QueueDeleted, (tenant) => publish(tenant, broadcast({ action: "reload" }, "everyone")));
}
