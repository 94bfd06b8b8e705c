import { effect } from "@preact/signals-react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { neighboursOf } from "#web/inbox/tickets/list/neighbours.ts";
import { closeTicketPage, openTicketPage } from "#web/inbox/tickets/paths.ts";
import { shownRows, shownTicketId } from "#web/inbox/tickets/store.ts";
import { preferences } from "#web/lib/session/preferences.ts";

/** Ids of the list when the ticket on screen was last among them: a ticket that was changed has left the list. */
let before: readonly number[] = [];
effect(() => {
  if (preferences.of("afterResolve") !== "next") return;
  const shown = shownTicketId.value;
  const ids = shownRows.value.map(({ id }) => id);
  if (shown !== null && ids.includes(shown)) before = ids;
});

/**
 * Leaves a ticket on screen that was resolved, returned, transferred or snoozed: to the list, or with the preference
 * `afterResolve` to the next ticket of the list (docs/rules/triage.md#next). It never accepts one.
 */
export function advanceFrom(ticket: TicketAnswer): void {
  if (globalThis.location.pathname !== `/tickets/${ticket.uuid}`) return;
  const isNext = preferences.peek("afterResolve") === "next";
  const next = isNext ? nextTicket(ticket.id, before, shownRows.peek()) : undefined;
  if (next) openTicketPage(next.uuid, {}, { replace: true });
  else closeTicketPage();
}

/**
 * The nearest ticket below a ticket in the list, else the nearest one above it, that is still in the list and need not be
 * accepted.
 */
export function nextTicket<Row extends Pick<TicketAnswer, "id" | "status">>(
  id: number,
  order: readonly number[],
  rows: readonly Row[],
): Row | undefined {
  const others = order.includes(id) ? neighboursOf(id, order) : rows.map((row) => row.id);
  for (const other of others) {
    const row = rows.find((one) => one.id === other);
    if (row && row.id !== id && row.status !== "pending") return row;
  }
  return undefined;
}
