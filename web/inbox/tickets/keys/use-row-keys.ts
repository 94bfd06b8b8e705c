import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { VListHandle } from "virtua";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { selected, selectTo, toggleRow } from "#web/inbox/tickets/bulk/selection.ts";
import { shownTicketId } from "#web/inbox/tickets/store.ts";
import { focusedTicket } from "./focused-ticket.ts";

/** Moves the focus to another row of the list, from anywhere on the page; by 0: back to the row that had it. */
export const rowCursor = { move: (_by: 1 | 0 | -1): void => undefined };

/**
 * Keyboard navigation of the list: arrows, Home and End move, Enter opens the row, Space selects it; one row at a time is in the tab
 * order.
 */
export function useRowKeys(
  items: readonly TicketAnswer[],
  view: RefObject<VListHandle | null>,
  list: unknown,
) {
  const [currentId, setCurrentId] = useState<number | null>(null);
  const currentIndex = items.findIndex(({ id }) => id === currentId);
  const place = useRef({ of: list, at: -1 });

  function go(index: number): void {
    const item = items[index];
    if (!item) return;
    setCurrentId(item.id);
    view.current?.scrollToIndex(index, { align: "nearest" });
    // At once, so that a held arrow key misses no row; a row far away is rendered only after the scroll.
    focusRow(item.id, FRAMES);
  }

  // With the rows, not after the paint: the next key may already be for them.
  useLayoutEffect(() => {
    rowCursor.move = (by) => {
      const from = focusedTicket()?.id ?? shownTicketId.peek();
      const at = items.findIndex(({ id }) => id === (from ?? currentId));
      if (at >= 0 || by !== 0) go(Math.max(at, 0) + (at < 0 || from === null ? 0 : by));
    };
    return () => {
      rowCursor.move = () => undefined;
    };
  });

  // The focused row left the list: the row that took its place gets the focus, so that the keys go on acting there.
  const take = useRef(go);
  take.current = (at) => {
    if (document.activeElement === document.body) go(Math.min(at, items.length - 1));
  };
  useEffect(() => {
    const { of, at } = place.current;
    if (currentIndex >= 0) place.current = { of: list, at: currentIndex };
    else if (at >= 0 && items.length > 0) {
      place.current.at = -1;
      afterDialog(() => take.current(of === list ? at : 0));
    }
  });

  function onFocus({ target }: FocusEvent): void {
    const id = target.closest<HTMLElement>("[data-ticket]")?.dataset["ticket"];
    if (id) setCurrentId(Number(id));
  }

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

  return { currentIndex, onFocus, onKeyDown };
}

/** A row is rendered within so many frames. */
const FRAMES = 10;

function focusRow(id: number, frames: number): void {
  const row = document.querySelector<HTMLElement>(`[data-ticket="${id}"] > .row-link`);
  row?.focus();
  if (!row && frames > 0) requestAnimationFrame(() => focusRow(id, frames - 1));
}

/** The dialog that changed the ticket closes after the list has changed. */
function afterDialog(work: () => void, tries = 20): void {
  if (tries > 0 && document.activeElement?.closest("[role=dialog]"))
    setTimeout(() => afterDialog(work, tries - 1), 100);
  else work();
}
