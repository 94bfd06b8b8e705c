import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import type { Collection } from "#web/lib/lists/collection.ts";

/** Channels of entities whose names tickets show; field and record are named like the channel. */
export const NAMED = ["queue", "whatsapp", "user"] as const;
type Named = (typeof NAMED)[number];

interface Thing {
  readonly id: number;
  readonly name: string;
  readonly color?: string;
}

/** Updates the name and colour of a queue, connection or colleague in every loaded ticket. */
export function updateNames(tickets: Collection<TicketAnswer>, channel: Named, event: EventData): void {
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
