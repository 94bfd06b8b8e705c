import { isOwner, type TicketScope } from "#inbox/tickets/policy.ts";
import type { Topic } from "#platform/realtime/broadcast.ts";
import type { Viewer } from "#tenants/viewer.ts";

export type TicketTopic = Topic<Viewer>;

/**
 * True when a user's notification count includes this ticket: own open tickets, waiting tickets offered to the user,
 * and with `allTicket` all waiting tickets.
 */
const countsAsNotification = (viewer: Viewer, scope: TicketScope): boolean =>
  isOwner(viewer, scope) ||
  (scope.status === "pending" && (viewer.allTicket || scope.userDistributed === viewer.id));

/**
 * Returns the broadcast topic of a ticket's event; `scopes`: before and after the change (docs/rules/pages.md#rooms).
 */
export function topicOf(ticketId: number, scopes: readonly TicketScope[]): TicketTopic {
  const statuses = [...new Set(scopes.map(({ status }) => status))];
  return {
    ticketId,
    statuses,
    notifies: (viewer) => scopes.some((scope) => countsAsNotification(viewer, scope)),
  };
}
