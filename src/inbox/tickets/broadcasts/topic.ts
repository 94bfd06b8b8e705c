import { isOwner, type TicketScope } from "#inbox/tickets/policy.ts";
import type { Topic } from "#platform/realtime/broadcast.ts";
import type { Viewer } from "#tenants/viewer.ts";

export type TicketTopic = Topic<Viewer>;

/**
 * Whether the notification count of a person includes this ticket: their own open ones, waiting ones offered to them,
 * and with `allTicket` all waiting ones.
 */
const countsAsNotification = (viewer: Viewer, scope: TicketScope): boolean =>
  isOwner(viewer, scope) ||
  (scope.status === "pending" && (viewer.allTicket || scope.userDistributed === viewer.id));

/** The broadcast topic of an event of a ticket; `scopes` before and after the change (docs/rules/pages.md#rooms). */
export function topicOf(ticketId: number, scopes: readonly TicketScope[]): TicketTopic {
  const statuses = [...new Set(scopes.map(({ status }) => status))];
  return {
    ticketId,
    statuses,
    notifies: (viewer) => scopes.some((scope) => countsAsNotification(viewer, scope)),
  };
}
