import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { ContactRef } from "#people/contacts/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import { isDeepEqual } from "#web/lib/deep-equal.ts";
import type { Collection } from "#web/lib/lists/collection.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import type { TicketLists } from "./list/ticket-lists-model.ts";

/** Channels of entities whose names tickets show; field and record are named like the channel. */
const NAMED = ["queue", "whatsapp", "user"] as const;
type Named = (typeof NAMED)[number];

interface Thing {
  readonly id: number;
  readonly name: string;
  readonly color?: string;
}

/** Updates the name and colour of a queue, connection or colleague in every loaded ticket. */
function updateNames(tickets: Collection<TicketAnswer>, channel: Named, event: EventData): void {
  const changed = event[channel] as Thing | undefined;
  if (event.action !== "update" || !changed) return;
  for (const ticket of tickets.all.peek()) {
    const shown: Thing | null = ticket[channel];
    if (shown?.id !== changed.id) continue;
    // Connections and people have no colour here.
    const { name, color = shown.color } = changed;
    if (shown.name === name && shown.color === color) continue;
    tickets.patch(ticket.id, { [channel]: { ...shown, name, ...(color !== undefined && { color }) } });
  }
}

/** A deleted colleague takes part in no ticket any more; the server sends no event of each of them. */
function removeColleague(tickets: Collection<TicketAnswer>, event: EventData): void {
  if (event.action !== "delete") return;
  for (const { id, participants } of tickets.all.peek())
    if (participants?.some((one) => one === event["userId"]))
      tickets.patch(id, { participants: participants.filter((one) => one !== event["userId"]) });
}

/**
 * Updates name, number and picture of a contact in every loaded ticket, and moves the tickets to the lists that they belong
 * to now: views select by the name. After many contacts changed at once the list on screen is read again.
 */
function updateContact(
  tickets: Collection<TicketAnswer>,
  lists: Pick<TicketLists, "place" | "refresh">,
  event: EventData,
): void {
  if (event.action === "reload") lists.refresh();
  const changed = event["contact"] as ContactRef | undefined;
  if (event.action !== "update" || !changed) return;
  const { id, name, number, profilePicUrl } = changed;
  const contact: ContactRef = { id, name, number, profilePicUrl };
  for (const ticket of tickets.all.peek())
    if (ticket.contactId === id && !isDeepEqual(ticket.contact, contact)) lists.place({ ...ticket, contact });
}

/**
 * Keeps what loaded tickets show of queues, connections, colleagues and contacts as their events say. Returns a function
 * that stops it.
 */
export function followNames(
  socket: Pick<LiveSocket, "on">,
  tickets: Collection<TicketAnswer>,
  lists: Pick<TicketLists, "place" | "refresh">,
): () => void {
  const stops = [
    ...NAMED.map((channel) => socket.on(channel, (event) => updateNames(tickets, channel, event))),
    socket.on("user", (event) => removeColleague(tickets, event)),
    socket.on("contact", (event) => updateContact(tickets, lists, event)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
