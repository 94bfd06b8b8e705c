import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { TagRef } from "#people/tags/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import type { Collection } from "#web/lib/lists/collection.ts";

/** Updates or removes a changed tag in every loaded ticket. */
export function updateTags(tickets: Collection<TicketAnswer>, event: EventData): void {
  const record = event["record"] as TagRef | undefined;
  // The fields of a tag that tickets contain.
  const changed = record && { id: record.id, name: record.name, color: record.color, kanban: record.kanban };
  const id = event.action === "delete" ? event["id"] : changed?.id;
  for (const ticket of tickets.all.peek()) {
    if (!ticket.tags.some((tag) => tag.id === id)) continue;
    const tags = changed
      ? ticket.tags.map((tag) => (tag.id === id ? changed : tag))
      : ticket.tags.filter((tag) => tag.id !== id);
    tickets.patch(ticket.id, { tags });
  }
}
