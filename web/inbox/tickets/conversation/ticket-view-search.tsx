import { requestJump } from "#web/inbox/messages/jump.ts";
import { searchMessages } from "#web/inbox/messages/messages-api.ts";
import { StreamSearch } from "#web/inbox/messages/stream-search.tsx";
import type { Room } from "./ticket-view-model.ts";

export interface RoomSearchProps {
  readonly room: Room;
  /** Words to mark in the bubbles. */
  readonly onWords: (words: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Looks for a text in the conversation of a ticket. */
export function RoomSearch({ room: { ticketId }, ...rest }: RoomSearchProps) {
  return (
    <StreamSearch
      {...rest}
      find={(text, signal) => searchMessages(text, ticketId, signal)}
      onGo={(messageId) => requestJump(ticketId, messageId)}
    />
  );
}
