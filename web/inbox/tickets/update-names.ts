import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { ResolutionRef } from "#inbox/tickets/resolutions/contract.ts";
import type { ContactRef } from "#people/contacts/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import type { Collection } from "#web/lib/lists/collection.ts";
import type { Named } from "./follow-names.ts";
import type { TicketLists } from "./list/ticket-lists-model.ts";

interface Thing {
  readonly id: number;
  readonly name: string;
  readonly color?: string;
}

/**
 * Updates what every loaded ticket shows of a queue, connection, colleague, contact or resolution; field and record are named
 * like the channel, except the record of a resolution.
 */
export function updateNames(
  tickets: Collection<TicketAnswer>,
  lists: Pick<TicketLists, "place" | "refresh">,
  channel: Named,
  event: EventData,
): void {
  if (channel === "contact") {
    updateContact(tickets, lists, event);
    return;
  }
  if (channel === "resolution") {
    updateResolution(tickets, event);
    return;
  }
  if (channel === "user" && event.action === "delete") removeColleague(tickets, event);
  const changed = event[channel] as Thing | undefined;
  if (event.action !== "update" || !changed) return;
  for (const ticket of tickets.all.peek()) {
    const shown: Thing | null = ticket[channel];
    if (shown?.id !== changed.id) continue;
    // Queues have a colour; connections and people have none.
    const { name, color = shown.color } = changed;
    if (shown.name === name && shown.color === color) continue;
    tickets.patch(ticket.id, { [channel]: { ...shown, name, ...(color !== undefined && { color }) } });
  }
}

/** A deleted colleague takes part in no ticket any more; the server sends no event of each of them. */
function removeColleague(tickets: Collection<TicketAnswer>, { userId }: EventData): void {
  for (const { id, participants } of tickets.all.peek())
    if (participants?.some((one) => one === userId))
      tickets.patch(id, { participants: participants.filter((one) => one !== userId) });
}

/** Closed tickets show the new name of their resolution, and lose a deleted one (docs/rules/resolutions.md). */
function updateResolution(tickets: Collection<TicketAnswer>, { action, record, id }: EventData): void {
  const changed = record as ResolutionRef | undefined;
  const changedId = action === "delete" ? id : changed?.id;
  for (const { id: ticketId, resolution } of tickets.all.peek()) {
    if (!resolution || resolution.id !== changedId || resolution.name === changed?.name) continue;
    tickets.patch(ticketId, { resolution: changed ? { ...resolution, name: changed.name } : null });
  }
}

/** Tickets of a changed contact move to the lists that they belong to now: views select by the name. */
function updateContact(
  tickets: Collection<TicketAnswer>,
  lists: Pick<TicketLists, "place" | "refresh">,
  { action, contact: changed }: EventData,
): void {
  // The event reports that many contacts changed together.
  if (action === "reload") lists.refresh();
  if (action !== "update") return;
  const { id, name, number, profilePicUrl } = changed as ContactRef;
  for (const ticket of tickets.all.peek())
    if (ticket.contactId === id) lists.place({ ...ticket, contact: { id, name, number, profilePicUrl } });
}
