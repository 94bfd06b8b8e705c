import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { mayRead } from "#inbox/tickets/policy.ts";
import { readingRules } from "#web/inbox/tickets/reading-rules.ts";
import { currentUser, presence, saveDrafts, shownTicketId, tickets } from "#web/inbox/tickets/store.ts";
import { afterPaint } from "#web/lib/page/use-after-paint.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import type { TicketViewModel } from "./ticket-view-model.ts";

/** Whether the user may read the conversation now. Reads signals. */
export function isReadable(view: TicketViewModel): boolean {
  const ticket = view.ticket.value;
  return ticket !== undefined && mayRead(currentUser.value, ticket, readingRules());
}

/**
 * Shows a view: watches its ticket while the page is visible (which marks messages read for the owner), and loads
 * missed messages when the page becomes visible again.
 */
export function useTicketView(view: TicketViewModel): void {
  useSignals();
  const readable = isReadable(view);
  const messages = view.conversation.messages.value;
  useEffect(() => view.composer.restoreReply(messages), [view, messages]);
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
    // Cached content is painted first; the ticket is watched before it is read again.
    if (conversation.state.peek() === "ready") void afterPaint().then(look);
    else look();
    // Notes and events are secondary: they are loaded after the conversation.
    void afterPaint().then(() => view.refreshNotesAndEvents());
    if (readable) void conversation.open(tickets.peek(ticketId)?.unreadMessages ?? 0);
    document.addEventListener("visibilitychange", look);
    return () => {
      isHere = false;
      document.removeEventListener("visibilitychange", look);
      if (leave) void afterPaint().then(leave);
      view.composer.flush();
      saveDrafts();
      presence.enter(null);
      if (shownTicketId.peek() === ticketId) shownTicketId.value = null;
    };
  }, [view, readable]);
}
