import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import type { Hotkey } from "#web/lib/hotkeys.ts";
import { onlooker } from "./desk.ts";
import { meantTicket } from "./focused-ticket.ts";
import { headActions } from "./head-actions.ts";
import { boundKey, ROOM_KEYS } from "./key-map.ts";
import type { pt } from "./locales/pt.ts";
import { acceptTicket } from "./ticket-verbs.ts";

/** Accepts the waiting row that has the keyboard, else the open conversation. Needs command mode. */
export function acceptKey(t: Translate<typeof pt>, open: () => TicketAnswer | undefined): Hotkey {
  const acceptable = () => {
    const ticket = meantTicket(open());
    return ticket && headActions(ticket, onlooker.peek()).includes("accept") ? ticket : undefined;
  };
  return boundKey(ROOM_KEYS.accept, t, {
    applies: () => acceptable() !== undefined,
    run: () => {
      const ticket = acceptable();
      if (ticket) void acceptTicket(ticket);
    },
  });
}
