import type { ReadonlySignal } from "@preact/signals-react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketNoteAnswer } from "#inbox/tickets/contract.ts";

/** One step of how a ticket came to be where it is. */
export interface TrailStep {
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  readonly text: string;
}

/** What the drawer needs of the ticket on screen. */
export interface DrawerRoom {
  readonly ticketId: number;
  readonly contactId: number;
  /** The connection of the ticket. */
  readonly connectionId: number;
  /** Newest last. */
  readonly notes: ReadonlySignal<readonly TicketNoteAnswer[]>;
  readonly messages: ReadonlySignal<readonly MessageAnswer[]>;
  readonly addNote: (text: string) => Promise<void>;
  readonly mayDeleteNote: (note: TicketNoteAnswer) => boolean;
  readonly deleteNote: (noteId: number) => void;
  readonly openMessage: (messageId: number) => void;
}
