import { NoteChanged } from "#inbox/tickets/events.ts";
import { findNote } from "#inbox/tickets/notes-and-tags/notes.ts";
import { canSee, type TicketScope, ticketScopeOf } from "#inbox/tickets/policy.ts";
import type { Installation } from "#tenants/installation.ts";
import { RealtimePort, type ViewerBroadcast } from "#tenants/viewer.ts";
import { topicOf } from "./topic.ts";

// A separate function, because an audience stays in memory as long as its event, with all variables it closes over.
const seenBy =
  (scope: TicketScope): ViewerBroadcast["audience"] =>
  (viewer) =>
    canSee(viewer, scope);

/** Channel `ticket-note`, to those who see the ticket (docs/rules/realtime.md#channels). */
export function broadcastNotes({ live, ports }: Installation): void {
  live.after(NoteChanged, (tenant, { action, noteId, ticket }) => {
    const scope = ticketScopeOf(ticket);
    const note = action === "delete" ? { id: noteId, ticketId: ticket.id } : findNote(tenant, noteId);
    if (!note) return;
    ports.use(RealtimePort).publish(tenant.id, [
      {
        channel: "ticket-note",
        data: { action, note },
        audience: seenBy(scope),
        topic: topicOf(ticket.id, [scope]),
      },
    ]);
  });
}
