import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import type { VListHandle } from "virtua";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { selected, selectTo, toggleRow } from "#web/inbox/tickets/bulk/selection.ts";
import { shownTicketId } from "#web/inbox/tickets/store.ts";
import { focusedTicket } from "./focused-ticket.ts";

/** Moves the focus to another row of the list, from anywhere on the page. */
export const rowCursor = { move: (_by: 1 | -1): void => undefined };

/**
 * Keyboard navigation of the list: arrows, Home and End move, Enter opens the row, Space selects it; one row at a time is in the tab
 * order.
 */
export function useRowKeys(items: readonly TicketAnswer[], view: RefObject<VListHandle | null>) {
  const [currentId, setCurrentId] = useState<number | null>(null);
  const currentIndex = items.findIndex(({ id }) => id === currentId);

  function go(index: number): void {
    const item = items[index];
    if (!item) return;
    setCurrentId(item.id);
    view.current?.scrollToIndex(index, { align: "nearest" });
    // The row may be rendered only after the scroll.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-ticket="${item.id}"] > .row-link`)?.focus(),
    );
  }

  useEffect(() => {
    rowCursor.move = (by) => {
      const from = focusedTicket()?.id ?? shownTicketId.peek();
      const at = items.findIndex(({ id }) => id === from);
      go(at < 0 ? 0 : at + by);
    };
    return () => {
      rowCursor.move = () => undefined;
    };
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLElement) || !event.target.matches(".row-link")) return;
    const row = event.target.closest<HTMLElement>("[data-ticket]");
    const at = items.findIndex(({ id }) => String(id) === row?.dataset["ticket"]);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const next = items[to];
      if (event.shiftKey && next && event.key.startsWith("Arrow")) {
        const from = items[at];
        if (from && !selected.peek().has(from.id)) toggleRow(from.id);
        selectTo(next.id);
      }
      go(to);
    } else if (event.key === " ") {
      event.preventDefault();
      toggleRow(Number(row?.dataset["ticket"]));
    } else if (event.key === "Enter") {
      event.preventDefault();
      event.target.click();
    }
  }

  return { currentIndex, onKeyDown };
}
