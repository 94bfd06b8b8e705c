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

/** A row is rendered within so many frames. */
const FRAMES = 10;

/**
 * Keyboard navigation of the list: arrows, Home and End move, Enter opens the row, Space selects it; one row at a time is in the tab
 * order.
 */
export function useRowKeys(
  items: readonly TicketAnswer[],
  view: RefObject<VListHandle | null>,
  list: string,
) {
  const [currentId, setCurrentId] = useState<number | null>(null);
  const currentIndex = items.findIndex(({ id }) => id === currentId);
  const place = useRef({ list, at: -1 });

  /** `ifIdle`: the focus stays where it is unless nothing has it. */
  function go(index: number, ifIdle = false): void {
    const item = items[index];
    if (!item) return;
    setCurrentId(item.id);
    view.current?.scrollToIndex(index, { align: "nearest" });
    const focus = (frames: number): void => {
      const row = document.querySelector<HTMLElement>(`[data-ticket="${item.id}"] > .row-link`);
      if (!ifIdle || document.activeElement === document.body) row?.focus();
      if (!row && frames > 0) requestAnimationFrame(() => focus(frames - 1));
    };
    // At once, so that a held arrow key misses no row; a row far away is rendered only after the scroll.
    focus(FRAMES);
  }

  // With the rows, not after the paint: the next key may already be for them.
  useLayoutEffect(() => {
    rowCursor.move = (by) => {
      const from = focusedTicket()?.id ?? shownTicketId.peek() ?? currentId;
      const at = items.findIndex(({ id }) => id === from);
      if (at >= 0 || by !== 0) go(at < 0 ? 0 : at + by);
    };
    return () => {
      rowCursor.move = () => undefined;
    };
  });

  // The focused row left the list: the row that took its place gets the focus, so that the keys go on acting there.
  const take = useRef(go);
  take.current = (at) => go(Math.min(at, items.length - 1), true);
  useEffect(() => {
    const { list: before, at } = place.current;
    if (currentIndex >= 0) place.current = { list, at: currentIndex };
    else if (at >= 0 && items.length > 0) {
      place.current.at = -1;
      afterDialog(() => take.current(before === list ? at : 0));
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

/** The dialog that changed the ticket closes after the list has changed. */
function afterDialog(work: () => void, tries = 20): void {
  if (tries > 0 && document.activeElement?.closest("[role=dialog]"))
    setTimeout(() => afterDialog(work, tries - 1), 100);
  else work();
}
