import type { ReadonlySignal } from "@preact/signals-react";
import type { ReactNode } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketNoteAnswer } from "#inbox/tickets/contract.ts";
import type { FieldValues, NewValues } from "#people/fields/contract.ts";

/** One ticket event of the section "Por que está aqui". */
export interface TrailStep {
  readonly id: number;
  /** Time, ISO 8601. */
  readonly at: string;
  readonly text: ReactNode;
}

/** Data of the open ticket that the drawer needs. */
export interface DrawerRoom {
  readonly ticketId: number;
  readonly contactId: number;
  /** Name of the ticket's connection. */
  readonly connectionId: number;
  /** Newest last. */
  readonly notes: ReadonlySignal<readonly TicketNoteAnswer[]>;
  readonly messages: ReadonlySignal<readonly MessageAnswer[]>;
  readonly addNote: (text: string) => Promise<void>;
  readonly mayDeleteNote: (note: TicketNoteAnswer) => boolean;
  readonly deleteNote: (noteId: number) => void;
  /** Values of the ticket's custom fields, and its queue. */
  readonly fields: FieldValues;
  readonly queueId: number | null;
  readonly saveFields: (values: NewValues) => Promise<void>;
  readonly openMessage: (messageId: number) => void;
}
