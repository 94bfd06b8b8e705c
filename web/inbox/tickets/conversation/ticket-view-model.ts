import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals-react";
import type { TicketAnswer, TicketElsewhere, TicketNoteAnswer } from "#inbox/tickets/contract.ts";
import type { TicketEventAnswer } from "#inbox/tickets/history/contract.ts";
import type { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import type { TimelineScope } from "#web/inbox/messages/messages-api.ts";
import type { Outgoing } from "#web/inbox/messages/outbox/outbox-model.ts";
import { type Author, outgoingMessage } from "#web/inbox/messages/outbox/outgoing-view.ts";
import type { Conversation } from "#web/inbox/messages/stream/conversation-model.ts";
import { dayOfSlot } from "#web/inbox/messages/stream/day-of-slot.ts";
import { buildTimeline, keptRows, type Row } from "#web/inbox/messages/stream/timeline.ts";
import { isDeepEqual } from "#web/lib/deep-equal.ts";
import { isPendingDelete } from "#web/lib/lists/pending-deletes.ts";
import type { HistoryScope } from "./history-scope.ts";

export interface TicketViewParts {
  readonly ticketId: number;
  readonly ticket: ReadonlySignal<TicketAnswer | undefined>;
  readonly conversation: Conversation;
  readonly scope: HistoryScope;
  readonly composer: Composer;
  readonly outgoing: ReadonlySignal<readonly Outgoing[]>;
  readonly author: () => Author;
  readonly addNote: (ticketId: number, contactId: number, text: string) => Promise<TicketNoteAnswer>;
  readonly fetchNotes: (ticketId: number, contactId: number) => Promise<readonly TicketNoteAnswer[]>;
  readonly fetchEvents: (ticketId: number) => Promise<readonly TicketEventAnswer[]>;
  readonly fetchElsewhere: (ticketId: number) => Promise<readonly TicketElsewhere[]>;
}

/** Delay before notes and events are read again after a change of the ticket, ms. */
const REFRESH_DELAY_MS = 400;

export type TicketViewModel = ReturnType<typeof createTicketView>;

/** The view model of one ticket: conversation, composer, notes and events, as one stream of rows. */
export function createTicketView(parts: TicketViewParts) {
  const { ticketId, ticket, conversation, scope, composer } = parts;
  const read = signal<readonly TicketNoteAnswer[]>([]);
  const notes = computed(() => read.value.filter(({ id }) => !isPendingDelete("note", id)));
  const events = signal<readonly TicketEventAnswer[]>([]);
  const elsewhere = signal<readonly TicketElsewhere[]>([]);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const outgoing = computed(() => {
    const stored = new Set(conversation.messages.value.map((message) => message.clientMessageId));
    return parts.outgoing.value.filter(
      (entry) => entry.ticketId === ticketId && !stored.has(entry.clientMessageId),
    );
  });

  let drawn: readonly Row[] = [];
  const rows: ReadonlySignal<readonly Row[]> = computed(() => {
    const stored = conversation.messages.value;
    const last = stored.at(-1)?.createdAt ?? "";
    // In a window that ends before the newest message, outgoing messages are beyond its end.
    const waiting = conversation.hasNewer.value ? [] : outgoing.value;
    const author = parts.author();
    const whatsappId = ticket.value?.whatsappId ?? 0;
    const isWhole = scope.shown.value === "all";
    const built = buildTimeline({
      messages: [
        ...stored,
        ...waiting.map((entry) => ({ ...outgoingMessage(entry, author, last), whatsappId })),
      ],
      notes: isWhole
        ? notes.value
        : notes.value.filter((note) => note.ticketId === ticketId || note.whatsappId === whatsappId),
      events: events.value,
      ticketId,
      status: ticket.value?.status ?? "open",
      hasOlder: conversation.hasOlder.value,
      hasNewer: conversation.hasNewer.value,
      firstUnreadId: conversation.firstUnreadId.value,
      unreadCount: conversation.unreadCount.value,
      dayOf: dayOfSlot,
      ...(isWhole && { connectionName: scope.nameOf }),
    });
    drawn = keptRows(drawn, built);
    return drawn;
  });

  async function refreshNotesAndEvents(): Promise<void> {
    clearTimeout(timer);
    const contactId = ticket.peek()?.contactId;
    if (contactId === undefined) return;
    const [freshNotes, freshEvents, freshElsewhere] = await Promise.allSettled([
      parts.fetchNotes(ticketId, contactId),
      parts.fetchEvents(ticketId),
      parts.fetchElsewhere(ticketId),
    ]);
    // Failed reads keep the old values: notes and events must not disturb the conversation.
    batch(() => {
      if (freshNotes.status === "fulfilled") renew(read, freshNotes.value);
      if (freshEvents.status === "fulfilled") renew(events, freshEvents.value);
      if (freshElsewhere.status === "fulfilled") renew(elsewhere, freshElsewhere.value);
    });
  }

  function showScope(next: TimelineScope): void {
    if (scope.shown.peek() === next) return;
    scope.shown.value = next;
    void conversation.restart();
  }

  return {
    ticketId,
    ticket,
    conversation,
    scope,
    composer,
    notes,
    events,
    /** Running tickets of the contact on other connections. */
    elsewhere: elsewhere as ReadonlySignal<readonly TicketElsewhere[]>,
    rows,
    /** Entries of the page's outbox for this ticket, for progress and reasons. */
    outgoing,
    refreshNotesAndEvents,
    /** Shows the messages of the ticket's connection, or all messages of the contact. */
    showScope,
    /** Goes to a message; one of another connection is shown in the whole history. False when it cannot be read. */
    async jumpTo(messageId: number): Promise<boolean> {
      if (await conversation.jumpTo(messageId)) return true;
      if (scope.shown.peek() === "all") return false;
      scope.shown.value = "all";
      if (await conversation.jumpTo(messageId)) return true;
      scope.shown.value = "connection";
      return false;
    },
    /** The ticket changed: after a move to another connection the stream shows that connection's messages. */
    follow(isOnScreen: boolean): void {
      if (!scope.hasMoved()) return;
      // Reading the newest page marks the ticket as read: only done while it is on screen.
      if (isOnScreen) void conversation.restart();
      else conversation.forget();
    },
    /** Stores a note and shows it at once. Rejects when it could not be stored. */
    async addNote(text: string): Promise<void> {
      const note = await parts.addNote(ticketId, ticket.peek()?.contactId ?? 0, text);
      read.value = [...read.peek().filter(({ id }) => id !== note.id), note];
    },
    /** A note was deleted. */
    removeNoteFromView(noteId: number): void {
      read.value = read.peek().filter(({ id }) => id !== noteId);
    },
    /** Schedules a refresh of notes and events after a change of the ticket. */
    scheduleNotesAndEvents(): void {
      clearTimeout(timer);
      timer = setTimeout(() => void refreshNotesAndEvents(), REFRESH_DELAY_MS);
    },
  };
}

/** Keeps the old value if the new one is equal, so that nothing is rendered again. */
function renew<Value>(known: Signal<Value>, fresh: Value): void {
  if (!isDeepEqual(known.peek(), fresh)) known.value = fresh;
}
