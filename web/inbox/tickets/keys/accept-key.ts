import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { headerActions } from "#web/inbox/tickets/header/header-actions.ts";
import type pt from "#web/inbox/tickets/locales/pt.json";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { acceptTicket } from "#web/inbox/tickets/ticket-actions.ts";
import type { Hotkey } from "#web/lib/keyboard/hotkeys.ts";
import { targetTicket } from "./focused-ticket.ts";
import { boundKey, TICKET_KEYS } from "./key-map.ts";

/** Accepts the focused waiting row, else the open conversation. Needs command mode. */
export function acceptKey(t: Translate<typeof pt>, open: () => TicketAnswer | undefined): Hotkey {
  const acceptable = () => {
    const ticket = targetTicket(open());
    return ticket && headerActions(currentUser.peek(), ticket).includes("accept") ? ticket : undefined;
  };
  return boundKey(TICKET_KEYS.accept, t, {
    applies: () => acceptable() !== undefined,
    run: () => {
      const ticket = acceptable();
      if (ticket) void acceptTicket(ticket);
    },
  });
}
