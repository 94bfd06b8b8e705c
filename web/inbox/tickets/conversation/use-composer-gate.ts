import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { composerGate, type Gate } from "#web/inbox/messages/composer/composer-gate.ts";
import { answersWithoutTakingOver } from "#web/inbox/tickets/actions/take-over.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { type Connection, connections } from "#web/lib/lists/connections.ts";
import { currentMinute } from "#web/lib/now-signal.ts";

/** The connection that replies of a ticket use; undefined until the list is loaded. Reads a signal. */
export function connectionOf(ticket: TicketAnswer): Connection | undefined {
  return connections.items.get(ticket.whatsappId);
}

/** Whether the user may write to the customer now; updated when ticket, connection or time change. */
export function useComposerGate(ticket: TicketAnswer): Gate {
  useSignals();
  useEffect(() => void connections.open(), []);
  const { id: userId, isAdmin } = currentUser.value;
  const connection = connectionOf(ticket)?.status ?? null;
  // The clock matters only where the provider closes the window.
  const now = ticket.windowExpiresAt === null ? 0 : currentMinute.value;
  const answersForOther = answersWithoutTakingOver(ticket);
  return composerGate({ ticket, userId, isAdmin, answersForOther, connection, now });
}
