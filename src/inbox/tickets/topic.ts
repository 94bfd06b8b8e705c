import type { Topic } from "#platform/realtime/delivery.ts";
import type { Viewer } from "#tenants/viewer.ts";
import { isOwner, type Place } from "./policy.ts";

export type TicketTopic = Topic<Viewer>;

/** Whether the bell of a person counts this ticket: their own open ones, waiting ones offered to them, and with `allTicket` all that wait. */
const rings = (viewer: Viewer, place: Place): boolean =>
  isOwner(viewer, place) ||
  (place.status === "pending" && (viewer.allTicket || place.userDistributed === viewer.id));

/** The rooms that carry an event of a ticket; `places` before and after the change (docs/rules/pages.md#rooms). */
export function topicOf(ticketId: number, places: readonly Place[]): TicketTopic {
  const statuses = [...new Set(places.map(({ status }) => status))];
  return { ticketId, statuses, notifies: (viewer) => places.some((place) => rings(viewer, place)) };
}
