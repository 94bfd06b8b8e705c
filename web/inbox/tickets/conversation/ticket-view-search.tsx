import { searchMessages } from "#web/inbox/messages/messages-api.ts";
import { requestJump } from "#web/inbox/messages/stream/jump.ts";
import { StreamSearch } from "#web/inbox/messages/stream/stream-search.tsx";
import type { TicketViewModel } from "./ticket-view-model.ts";

export interface TicketViewSearchProps {
  readonly view: TicketViewModel;
  /** Words to mark in the bubbles. */
  readonly onWords: (words: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Looks for a text in the conversation of a ticket. */
export function TicketViewSearch({ view: { ticketId }, ...rest }: TicketViewSearchProps) {
  return (
    <StreamSearch
      {...rest}
      find={(text, signal) => searchMessages(text, ticketId, signal)}
      onGo={(messageId) => requestJump(ticketId, messageId)}
    />
  );
}
