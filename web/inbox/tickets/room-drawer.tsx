import { useSignals } from "@preact/signals-react/runtime";
import { memo } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { requestJump } from "#web/inbox/messages/jump.ts";
import { useAfterPaint } from "#web/lib/use-after-paint.ts";
import { useBackCloses } from "#web/lib/use-back-closes.ts";
import { ContactDrawer } from "#web/people/contacts/contact-drawer.tsx";
import { mayDeleteNote } from "./belongs.ts";
import { onlooker } from "./desk.ts";
import { eventText } from "./event-text.ts";
import { ticketTexts } from "./locales/index.ts";
import { columns } from "./page-room.ts";
import { removeNote } from "./remove-note.ts";
import type { Room } from "./room.ts";
import { useNames } from "./use-names.ts";

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
        mayDeleteNote: (note) => mayDeleteNote(note, onlooker.value),
        deleteNote: (noteId) => void removeNote(room, noteId),
        openMessage: (messageId) => requestJump(room.ticketId, messageId),
      }}
    />
  );
});
