import { useSignals } from "@preact/signals-react/runtime";
import { memo } from "react";
import { mayDeleteNote } from "#inbox/tickets/policy.ts";
import { useText } from "#web/i18n/use-text.ts";
import { requestJump } from "#web/inbox/messages/jump.ts";
import { eventText } from "#web/inbox/tickets/conversation/event-text.ts";
import type { Room } from "#web/inbox/tickets/conversation/ticket-view-model.ts";
import { useNames } from "#web/inbox/tickets/conversation/use-event-names.ts";
import { columns } from "#web/inbox/tickets/layout-columns.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { useAfterPaint } from "#web/lib/page/use-after-paint.ts";
import { useBackCloses } from "#web/lib/page/use-back-closes.ts";
import { ContactDrawer } from "#web/people/contacts/contact-drawer.tsx";
import { removeNote } from "./remove-note.ts";

export interface RoomDrawerProps {
  readonly room: Room;
  /** Always the same function. */
  readonly onClose: () => void;
}

/** The contact follows the conversation on screen: meanwhile the one before stands there, out of reach. */
export function RoomDrawer({ room, onClose }: RoomDrawerProps) {
  useSignals();
  const beside = useAfterPaint(room);
  useBackCloses(onClose, columns.value < 3);
  return (
    <div className="pane-beside" inert={beside !== room}>
      <DrawerOf room={beside} onClose={onClose} />
    </div>
  );
}

const DrawerOf = memo(function DrawerOf({ room, onClose }: RoomDrawerProps) {
  useSignals();
  const t = useText(ticketTexts);
  const ticket = room.ticket.value;
  const events = room.events.value;
  const names = useNames(events.length > 0);
  if (!ticket) return null;
  return (
    <ContactDrawer
      key={ticket.contactId}
      contact={ticket.contact}
      trail={events.map((event) => ({ id: event.id, at: event.at, text: eventText(event, names, t) }))}
      onClose={onClose}
      room={{
        ticketId: room.ticketId,
        contactId: ticket.contactId,
        connectionId: ticket.whatsappId,
        notes: room.notes,
        messages: room.conversation.messages,
        addNote: room.addNote,
        mayDeleteNote: ({ user }) => mayDeleteNote(currentUser.value, user?.id ?? null),
        deleteNote: (noteId) => void removeNote(room, noteId),
        openMessage: (messageId) => requestJump(room.ticketId, messageId),
      }}
    />
  );
});
