import { readingRules } from "#inbox/tickets/access.ts";
import { markTicketRead } from "#inbox/tickets/activity/mark-read.ts";
import { TicketChanged } from "#inbox/tickets/events.ts";
import { mayRead } from "#inbox/tickets/policy.ts";
import { ticketById } from "#inbox/tickets/queries.ts";
import type { ClientFrame } from "#platform/realtime/contract.ts";
import type { Connected } from "#platform/realtime/hub.ts";
import type { Installation } from "#tenants/installation.ts";
import { type MayWatch, RealtimePort, type Viewer } from "#tenants/viewer.ts";

/** Implements `WatchPort`: users who may read the messages may watch the ticket. */
export const mayWatch: MayWatch = (tenant, viewer, ticketId) => {
  const ticket = ticketById(tenant.db, ticketId);
  return ticket !== undefined && mayRead(viewer, ticket, readingRules({ tenant }));
};

/** Handles presence frames: who watches a ticket, and who is typing in it (channel `presence`). */
export function handlePresenceFrame(
  installation: Installation,
  who: Connected<Viewer>,
  frame: ClientFrame,
): void {
  switch (frame.t) {
    case "joinChatBox":
      broadcastViewers(installation, who.groupId, frame.ticketId);
      markReadByOwner(installation, who, frame.ticketId);
      return;
    case "leaveChatBox":
      broadcastViewers(installation, who.groupId, frame.ticketId);
      return;
    case "typing":
      publishTyping(installation, who, frame.ticketId);
      return;
    default:
      return;
  }
}

/**
 * Immediately marks messages as read that arrive while the owner watches the ticket
 * (docs/rules/connections.md#read-receipts, docs/rules/tickets.md#update).
 */
export function markWatchedTicketsRead({ bus, ports }: Installation): void {
  bus.after(TicketChanged, (tenant, { after }) => {
    if (after.unreadMessages === 0 || after.status !== "open") return;
    const owner = ports
      .use(RealtimePort)
      .watchers(tenant.id, after.id)
      .find(({ userId }) => userId === after.userId);
    if (owner) markTicketRead(tenant, owner.viewer, after);
  });
}

function markReadByOwner(installation: Installation, who: Connected<Viewer>, ticketId: number): void {
  const tenant = installation.tenants.open(who.groupId);
  const ticket = ticketById(tenant.db, ticketId);
  if (ticket) markTicketRead(tenant, who.viewer, ticket);
}

function broadcastViewers({ ports }: Installation, companyId: number, ticketId: number): void {
  const hub = ports.use(RealtimePort);
  const people = new Map(
    hub.watchers(companyId, ticketId).map(({ viewer }) => [viewer.id, { id: viewer.id, name: viewer.name }]),
  );
  hub.publish(companyId, [
    {
      channel: "presence",
      data: { action: "looking", ticketId, users: [...people.values()] },
      audience: (viewer) => viewer.watching.has(ticketId),
    },
  ]);
}

/** Accepts typing only for a ticket that the user watches: the permission was checked at the watch. */
function publishTyping(
  { ports }: Installation,
  { groupId, viewer }: Connected<Viewer>,
  ticketId: number,
): void {
  if (!viewer.watching.has(ticketId)) return;
  ports.use(RealtimePort).publish(groupId, [
    {
      channel: "presence",
      data: { action: "typing", ticketId, userId: viewer.id, name: viewer.name },
      audience: (other) => other.id !== viewer.id && other.watching.has(ticketId),
    },
  ]);
}
