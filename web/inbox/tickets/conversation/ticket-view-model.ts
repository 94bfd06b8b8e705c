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

/** The view model of one ticket: conversation, composer, notes and events, as one stream of rows. */
export class TicketViewModel {
  readonly #parts: TicketViewParts;
  readonly #read = signal<readonly TicketNoteAnswer[]>([]);
  readonly #elsewhere = signal<readonly TicketElsewhere[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #drawn: readonly Row[] = [];

  readonly ticketId: number;
  readonly ticket: ReadonlySignal<TicketAnswer | undefined>;
  readonly conversation: Conversation;
  readonly scope: HistoryScope;
  readonly composer: Composer;
  readonly notes = computed(() => this.#read.value.filter(({ id }) => !isPendingDelete("note", id)));
  readonly events = signal<readonly TicketEventAnswer[]>([]);
  /** Running tickets of the contact on other connections. */
  readonly elsewhere: ReadonlySignal<readonly TicketElsewhere[]> = this.#elsewhere;
  /** Entries of the page's outbox for this ticket, for progress and reasons. */
  readonly outgoing: ReadonlySignal<readonly Outgoing[]> = computed(() => {
    const stored = new Set(this.conversation.messages.value.map((message) => message.clientMessageId));
    return this.#parts.outgoing.value.filter(
      (entry) => entry.ticketId === this.ticketId && !stored.has(entry.clientMessageId),
    );
  });
  readonly rows: ReadonlySignal<readonly Row[]> = computed(() => {
    this.#drawn = keptRows(this.#drawn, this.#buildRows());
    return this.#drawn;
  });

  constructor(parts: TicketViewParts) {
    this.#parts = parts;
    this.ticketId = parts.ticketId;
    this.ticket = parts.ticket;
    this.conversation = parts.conversation;
    this.scope = parts.scope;
    this.composer = parts.composer;
  }

  async refreshNotesAndEvents(): Promise<void> {
    clearTimeout(this.#timer);
    const contactId = this.ticket.peek()?.contactId;
    if (contactId === undefined) return;
    const [notes, events, elsewhere] = await Promise.allSettled([
      this.#parts.fetchNotes(this.ticketId, contactId),
      this.#parts.fetchEvents(this.ticketId),
      this.#parts.fetchElsewhere(this.ticketId),
    ]);
    // Failed reads keep the old values: notes and events must not disturb the conversation.
    batch(() => {
      if (notes.status === "fulfilled") renew(this.#read, notes.value);
      if (events.status === "fulfilled") renew(this.events, events.value);
      if (elsewhere.status === "fulfilled") renew(this.#elsewhere, elsewhere.value);
    });
  }

  /** Shows the messages of the ticket's connection, or all messages of the contact. */
  showScope(next: TimelineScope): void {
    if (this.scope.shown.peek() === next) return;
    this.scope.shown.value = next;
    void this.conversation.restart();
  }

  /**
   * Jumps to a message; for one of another connection the whole history is shown. False when the message cannot be
   * loaded.
   */
  async jumpTo(messageId: number): Promise<boolean> {
    if (await this.conversation.jumpTo(messageId)) return true;
    if (this.scope.shown.peek() === "all") return false;
    this.scope.shown.value = "all";
    if (await this.conversation.jumpTo(messageId)) return true;
    this.scope.shown.value = "connection";
    return false;
  }

  /** The ticket changed: after a move to another connection the stream shows that connection's messages. */
  follow(isOnScreen: boolean): void {
    if (!this.scope.hasMoved()) return;
    // Reading the newest page marks the ticket as read: only done while it is on screen.
    if (isOnScreen) void this.conversation.restart();
    else this.conversation.forget();
  }

  /** Stores a note and shows it at once. Rejects when it could not be stored. */
  async addNote(text: string): Promise<void> {
    const note = await this.#parts.addNote(this.ticketId, this.ticket.peek()?.contactId ?? 0, text);
    this.showNote(note);
  }

  /** A note of this contact was written or edited, here or elsewhere. */
  showNote(note: TicketNoteAnswer): void {
    const known = this.#read.peek();
    renew(
      this.#read,
      known.some(({ id }) => id === note.id)
        ? known.map((one) => (one.id === note.id ? note : one))
        : [...known, note],
    );
  }

  /** A note was deleted. */
  removeNoteFromView(noteId: number): void {
    this.#read.value = this.#read.peek().filter(({ id }) => id !== noteId);
  }

  /** Schedules a refresh of notes and events after a change of the ticket. */
  scheduleNotesAndEvents(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.refreshNotesAndEvents(), REFRESH_DELAY_MS);
  }

  #buildRows(): readonly Row[] {
    const { conversation, scope, ticketId } = this;
    const stored = conversation.messages.value;
    const last = stored.at(-1)?.createdAt ?? "";
    // While newer messages are not loaded, outgoing messages are not shown: they come after those.
    const waiting = conversation.hasNewer.value ? [] : this.outgoing.value;
    const author = this.#parts.author();
    const ticket = this.ticket.value;
    const whatsappId = ticket?.whatsappId ?? 0;
    const isWhole = scope.shown.value === "all";
    return buildTimeline({
      messages: [
        ...stored,
        ...waiting.map((entry) => ({ ...outgoingMessage(entry, author, last), whatsappId })),
      ],
      notes: isWhole
        ? this.notes.value
        : this.notes.value.filter((note) => note.ticketId === ticketId || note.whatsappId === whatsappId),
      events: this.events.value,
      ticketId,
      status: ticket?.status ?? "open",
      hasOlder: conversation.hasOlder.value,
      hasNewer: conversation.hasNewer.value,
      firstUnreadId: conversation.firstUnreadId.value,
      unreadCount: conversation.unreadCount.value,
      dayOf: dayOfSlot,
      ...(isWhole && { connectionName: scope.nameOf }),
    });
  }
}

/** Keeps the old value if the new one is equal, so that nothing is rendered again. */
function renew<Value>(known: Signal<Value>, fresh: Value): void {
  if (!isDeepEqual(known.peek(), fresh)) known.value = fresh;
}
