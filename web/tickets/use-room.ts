import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { socket } from "#web/lib/live.ts";
import { presence, shownTicketId, tickets } from "./desk.ts";
import type { Room } from "./room.ts";

/** What decides whether one may read: a change of it begins anew. */
function rights({ ticket }: Room): string {
  const now = ticket.value;
  return `${now?.status}-${now?.userId}`;
}

/**
 * Brings a room on screen: watches its ticket while somebody looks at the page (for the owner that reads what
 * comes in), and reads what was missed when they come back.
 */
export function useRoom(room: Room): void {
  useSignals();
  const read = rights(room);
  // biome-ignore lint/correctness/useExhaustiveDependencies: accepted, handed over or taken back, the watch and the messages are asked for again
  useEffect(() => {
    const { ticketId, conversation } = room;
    let leave: (() => void) | null = null;
    let wasHidden = false;
    shownTicketId.value = ticketId;
    presence.enter(ticketId);
    void conversation.open(tickets.peek(ticketId)?.unreadMessages ?? 0);
    void room.refreshAside();

    const look = () => {
      const isSeen = document.visibilityState === "visible";
      if (isSeen && !leave) {
        leave = socket.watchTicket(ticketId);
        if (wasHidden) void conversation.open(tickets.peek(ticketId)?.unreadMessages ?? 0);
      } else if (!isSeen && leave) {
        leave();
        leave = null;
        wasHidden = true;
      }
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      leave?.();
      room.composer.flush();
      presence.enter(null);
      if (shownTicketId.peek() === ticketId) shownTicketId.value = null;
    };
  }, [room, read]);
}
