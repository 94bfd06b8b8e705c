import { createContext, type ReactNode, useContext } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketNoteAnswer } from "#inbox/tickets/contract.ts";
import type { Card } from "#web/inbox/messages/media/vcard.ts";
import type { Outgoing } from "#web/inbox/messages/outbox/outbox-model.ts";

/** The actions of the bubbles of a conversation; those left out are not offered (spying only reads). */
export interface StreamVerbs {
  /** Words of the current search, without case and accents. */
  readonly words: readonly string[];
  readonly isGroup: boolean;
  /** Internal chat: no participant is a contact. */
  readonly isTeam?: boolean;
  /** Content below a message, such as who has read up to it. */
  readonly below?: (message: MessageAnswer) => ReactNode;
  readonly openMessage: (messageId: number) => void;
  readonly openMenu?: (message: MessageAnswer, anchor: HTMLElement) => void;
  readonly saveCard?: (card: Card) => void;
  readonly retry?: (message: MessageAnswer) => void;
  /** Fetches a missing file from the network again. */
  readonly download?: (message: MessageAnswer) => Promise<void>;
  readonly discard?: (message: MessageAnswer) => void;
  /** Undoes the send of the user's own message; null for messages of others. */
  readonly undoOf?: (message: MessageAnswer) => (() => void) | null;
  /** Ids of the selected messages while messages are being selected. */
  readonly picked?: ReadonlySet<number> | undefined;
  readonly react?: (message: MessageAnswer, emoji: string) => void;
  /** Whether the user starred a message. Reads a signal. */
  readonly isStarred?: (messageId: number) => boolean;
  readonly mayDeleteNote?: (note: TicketNoteAnswer) => boolean;
  readonly deleteNote?: (noteId: number) => void;
  readonly mayEditNote?: (note: TicketNoteAnswer) => boolean;
  readonly editNote?: (note: TicketNoteAnswer) => void;
  /** The page's outbox entry behind a message not stored yet. */
  readonly outgoing: (clientMessageId: string | null) => Outgoing | undefined;
}

const READ_ONLY: StreamVerbs = {
  words: [],
  isGroup: false,
  openMessage: () => undefined,
  outgoing: () => undefined,
};

export const StreamContext = createContext<StreamVerbs>(READ_ONLY);

export function useStream(): StreamVerbs {
  return useContext(StreamContext);
}
