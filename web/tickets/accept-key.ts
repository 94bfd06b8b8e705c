import type { TicketAnswer } from "#tickets/contract.ts";
import type { Hotkey } from "#web/lib/hotkeys.ts";
import { onlooker } from "./desk.ts";
import { meantTicket } from "./focused-ticket.ts";
import { headActions } from "./head-actions.ts";
import { acceptTicket } from "./ticket-verbs.ts";

/** `a`: accepts the waiting row that has the keyboard, else the open conversation. */
export function acceptKey(describe: () => string, open: () => TicketAnswer | undefined): Hotkey {
  const acceptable = () => {
    const ticket = meantTicket(open());
    return ticket && headActions(ticket, onlooker.peek()).includes("accept") ? ticket : undefined;
  };
  return {
    keys: "a",
    describe,
    applies: () => acceptable() !== undefined,
    run: () => {
      const ticket = acceptable();
      if (ticket) void acceptTicket(ticket);
    },
  };
}
