import { effect } from "@preact/signals-react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { currentUser, outbox, tickets } from "#web/inbox/tickets/store.ts";
import { resolveAction } from "./resolve.tsx";

/**
 * Resolves a ticket once the server has stored what was just sent in it, because a closed ticket takes no message. A message
 * that fails or waits for the network leaves the ticket open.
 */
export async function resolveAfterSending({ id }: Pick<TicketAnswer, "id">): Promise<void> {
  if (!(await allStored(id))) return;
  const ticket = tickets.peek(id);
  if (ticket && resolveAction.isOffered(currentUser.peek(), ticket)) await resolveAction.run(ticket);
}

/** Resolves with false when a message of the ticket failed or waits for the network. */
function allStored(ticketId: number): Promise<boolean> {
  return new Promise((resolve) => {
    let isDone = false;
    let stop = () => {};
    stop = effect(() => {
      const own = outbox.entries.value.filter((entry) => entry.ticketId === ticketId);
      const isStuck = own.some(({ state }) => state === "failed" || state === "offline");
      if (own.length > 0 && !isStuck) return;
      isDone = true;
      resolve(!isStuck);
      stop();
    });
    // The effect may have resolved already, before `stop` was assigned.
    if (isDone) stop();
  });
}
