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
import { selectBeside, toggleRow } from "#web/inbox/tickets/bulk/selection.ts";
import { neighboursOf } from "#web/inbox/tickets/list/neighbours.ts";
import { shownTicketId } from "#web/inbox/tickets/store.ts";
import { hasNothingFocus, setKeyboardHome } from "#web/lib/keyboard/keyboard-home.ts";
import type { PagedList } from "#web/lib/lists/paged-list.ts";
import { focusedTicket } from "./focused-ticket.ts";
import { isOnLayer, listKeyboard } from "./list-keyboard.ts";

/** Moves the keyboard in the list, from anywhere on the page. */
export const rowCursor = {
  /** Moves to the row below or above; 0 = back to the row that had the focus. */
  move: (_by: 1 | 0 | -1): void => undefined,
  /** Moves away from rows that are about to change, to the nearest other row, if there is one. */
  leave: (_isLeft: (id: number) => boolean): void => undefined,
};

/** The next page is loaded when this many rows are left below the current one. */
const ROWS_AHEAD = 10;
const NO_IDS: readonly number[] = [];
/** Interval of the checks whether the dialog over the list has closed, ms. */
const LAYER_MS = 100;

/**
 * Keyboard navigation of the list: arrows, Home and End move, Enter opens the row, Space selects it; one row at a time is in the tab
 * order. When that row leaves, its neighbour takes its place in the same render (docs/rules/keyboard.md#rows-that-leave).
 */
export function useRowKeys(
  items: readonly TicketAnswer[],
  view: RefObject<VListHandle | null>,
  list: Pick<PagedList<TicketAnswer>, "loadMore"> | null,
) {
  const [cursor, setCursor] = useState<{ readonly id: number | null }>({ id: null });
  const last = useRef({ list, ids: NO_IDS });
  const currentId = rowInPlaceOf(cursor.id, last.current.list === list ? last.current.ids : NO_IDS, items);
  const currentIndex = items.findIndex(({ id }) => id === currentId);
  /** The focus goes to the current row once this row is rendered and no layer is open. */
  const isSent = useRef(false);

  function go(index: number): void {
    const item = items[index];
    if (!item) return;
    setCursor({ id: item.id });
    listKeyboard.isHeld = true;
    view.current?.scrollToIndex(index, { align: "nearest" });
    // At once, so that a held arrow key misses no row; a row far away is rendered with the next commit.
    const link = isOnLayer(document.activeElement) ? null : rowLink(item.id);
    isSent.current = link === null;
    link?.focus();
    if (items.length - index <= ROWS_AHEAD) void list?.loadMore();
  }

  // A layout effect: it runs with the rows and not after the paint, because the next key may already be for them.
  useLayoutEffect(() => {
    rowCursor.move = (by) => {
      const from = focusedTicket()?.id ?? shownTicketId.peek();
      const at = items.findIndex(({ id }) => id === (from ?? currentId));
      if (at >= 0 || by !== 0) go(Math.max(at, 0) + (at < 0 || from === null ? 0 : by));
    };
    rowCursor.leave = (isLeft) => {
      const ids = items.map(({ id }) => id);
      const from = currentId ?? ids.find(isLeft);
      if (from === undefined) return;
      const to = isLeft(from) ? neighboursOf(from, ids).find((id) => !isLeft(id)) : from;
      go(ids.indexOf(to ?? from));
    };
    return () => {
      rowCursor.move = () => undefined;
      rowCursor.leave = () => undefined;
    };
  });

  useLayoutEffect(() => {
    if (items.length > 0 || last.current.list !== list)
      last.current = { list, ids: items.map(({ id }) => id) };
    if (cursor.id !== currentId) setCursor({ id: currentId });
    if (!listKeyboard.isHeld || currentId === null) return;
    const give = () => {
      if (isOnLayer(document.activeElement)) return false;
      if (isSent.current || hasNothingFocus()) rowLink(currentId)?.focus();
      isSent.current = false;
      return true;
    };
    if (give()) return;
    // The dialog that changed the ticket closes after the list has changed.
    const timer = setInterval(() => give() && clearInterval(timer), LAYER_MS);
    return () => clearInterval(timer);
  });

  useEffect(() => listKeyboard.follow(), []);
  const home = useRef(currentId);
  home.current = currentId;
  useEffect(
    () =>
      setKeyboardHome(() => (listKeyboard.isHeld && home.current !== null ? rowLink(home.current) : null)),
    [],
  );

  function onFocus({ target }: FocusEvent): void {
    const id = target.closest<HTMLElement>("[data-ticket]")?.dataset["ticket"];
    if (id && Number(id) !== cursor.id) setCursor({ id: Number(id) });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLElement) || !event.target.matches(".row-link")) return;
    const row = event.target.closest<HTMLElement>("[data-ticket]");
    const at = items.findIndex(({ id }) => String(id) === row?.dataset["ticket"]);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const [from, next] = [items[at], items[to]];
      if (event.shiftKey && from && next && event.key.startsWith("Arrow")) selectBeside(from.id, next.id);
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

/** The row at the place of a row: the row itself or, if it has left, the nearest row that is still in the list. */
function rowInPlaceOf(
  id: number | null,
  order: readonly number[],
  rows: readonly TicketAnswer[],
): number | null {
  const ids = new Set(rows.map((row) => row.id));
  if (id === null || ids.size === 0 || ids.has(id)) return id;
  return neighboursOf(id, order).find((other) => ids.has(other)) ?? rows[0]?.id ?? null;
}

const rowLink = (id: number) => document.querySelector<HTMLElement>(`[data-ticket="${id}"] > .row-link`);
