import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { mayRead } from "#inbox/tickets/policy.ts";
import { currentUser, presence, shownTicketId, tickets } from "#web/inbox/tickets/store.ts";
import { afterPaint } from "#web/lib/page/after-paint.ts";
import { session } from "#web/lib/session/session.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import type { TicketViewModel } from "./ticket-view-model.ts";

/** Whether this person may read the view's conversation now. Reads signals. */
export function isReadable(view: TicketViewModel): boolean {
  const ticket = view.ticket.value;
  return (
    ticket !== undefined && mayRead(currentUser.value, ticket, session.setting("userSpyChat") === "enabled")
  );
}

/**
 * Brings a view on screen: watches its ticket while somebody looks at the page (for the owner that reads what
 * comes in), and reads what was missed when they come back.
 */
export function useTicketView(view: TicketViewModel): void {
  useSignals();
  const readable = isReadable(view);
  useEffect(() => {
    const { ticketId, conversation } = view;
    let leave: (() => void) | null = null;
    let wasHidden = false;
    let isHere = true;
    const look = () => {
      if (!isHere) return;
      const isSeen = readable && document.visibilityState === "visible";
      if (isSeen && !leave) {
        leave = socket.watchTicket(ticketId);
        if (wasHidden) void conversation.open(tickets.peek(ticketId)?.unreadMessages ?? 0);
      } else if (!isSeen && leave) {
        leave();
        leave = null;
        wasHidden = true;
      }
    };
    shownTicketId.value = ticketId;
    presence.enter(ticketId);
    // What is known is on screen before anything else happens; it is watched before it is read again.
    if (conversation.state.peek() === "ready") void afterPaint().then(look);
    else look();
    // Notes and trail stand beside the conversation: they come after it.
    void afterPaint().then(view.refreshNotesAndEvents);
    if (readable) void conversation.open(tickets.peek(ticketId)?.unreadMessages ?? 0);
    document.addEventListener("visibilitychange", look);
    return () => {
      isHere = false;
      document.removeEventListener("visibilitychange", look);
      if (leave) void afterPaint().then(leave);
      view.composer.flush();
      presence.enter(null);
      if (shownTicketId.peek() === ticketId) shownTicketId.value = null;
    };
  }, [view, readable]);
}
