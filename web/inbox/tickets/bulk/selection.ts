import { batch, computed, effect, signal } from "@preact/signals-react";
import type { BulkProgress } from "#automation/bulk-actions/contract.ts";
import { writeFilter } from "#web/inbox/tickets/list/list-filter.ts";
import { lists, shownRows } from "#web/inbox/tickets/store.ts";
import { session } from "#web/lib/session/session.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";

const NONE: ReadonlySet<number> = new Set();
/**
 * Ids of the selected tickets (docs/rules/bulk-actions.md#selecting). While the whole list is selected (`isAll`): of the
 * tickets that are left out.
 */
export const selected = signal(NONE);
/** Whether the whole list is selected, including tickets that are not loaded. */
export const isAll = signal(false);
/** Number of selected tickets. */
export const selectedCount = computed(() => {
  const { size } = selected.value;
  if (!isAll.value) return size;
  const left = size === 0 ? 0 : shownRows.value.filter(({ id }) => selected.value.has(id)).length;
  return Math.max(0, (lists.current.value?.count.value ?? 0) - left);
});
/** Whether anything is selected: keys act on the selection, not on the focused row. */
export const isSelecting = computed(() => isAll.value || selected.value.size > 0);
/** Whether the bar of bulk actions is on screen: something is selected, or the result of a run is shown. */
export const isBarShown = signal(false);
/** Id of a run that the server has not answered yet. */
export const STARTING = 0;
/** The run whose progress or result the bar shows. */
export const shownRun = signal<BulkProgress | null>(null);
/** The row from which a range begins. */
let anchor: number | null = null;

/** Whether a run is still changing tickets or undoing its changes. */
export const isWorking = ({ state }: Pick<BulkProgress, "state">): boolean =>
  state === "running" || state === "undoing";

export const isSelected = (id: number): boolean => isAll.value !== selected.value.has(id);

/** Adds these rows to the selection, or removes them from it. */
function put(ids: readonly number[], isOn: boolean): void {
  const next = new Set(selected.peek());
  for (const id of ids)
    if (isOn === isAll.peek()) next.delete(id);
    else next.add(id);
  selected.value = next;
  anchor = ids.at(-1) ?? anchor;
  if (isSelecting.peek()) isBarShown.value = true;
}

/** Adds a row to the selection, or removes it. */
export function toggleRow(id: number): void {
  put([id], isAll.peek() === selected.peek().has(id));
}

/** Selects the rows from the last selected one to this one, in the order of the list. */
export function selectTo(id: number): void {
  const rows = shownRows.peek().map((row) => row.id);
  const [from = 0, to = 0] = [rows.indexOf(anchor ?? id), rows.indexOf(id)].sort((a, b) => a - b);
  put(from < 0 ? [id] : [...rows.slice(from, to + 1), id], true);
}

/** Selects a row and its neighbour, but no row that arrived between earlier selected ones. */
export function selectBeside(id: number, neighbour: number): void {
  put([id, neighbour], true);
}

/** Selects every ticket of the list, also those that are not loaded. */
export function selectAll(): void {
  set(true, NONE);
}

export function clearSelection(): void {
  anchor = null;
  set(false, NONE);
}

function set(isWhole: boolean, ids: ReadonlySet<number>): void {
  batch(() => {
    isAll.value = isWhole;
    selected.value = ids;
  });
}

/**
 * Empties the selection for a run that starts, so that the next presses begin a new one. Returns a function that restores
 * it when the run was refused, unless a new one was begun.
 */
export function takeSelection(): () => void {
  const before = [isAll.peek(), selected.peek()] as const;
  clearSelection();
  return () => {
    if (!isSelecting.peek()) set(...before);
  };
}

let list = "";
// A change of the list or filter clears the selection, and a ticket that leaves the list is deselected: no action reaches a ticket
// out of sight.
effect(() => {
  const filter = lists.filter.value;
  const rows = shownRows.value;
  const next = filter ? writeFilter(filter) : "";
  if (next !== list) {
    list = next;
    clearSelection();
  } else if (!isAll.peek() && selected.peek().size > 0) {
    const ids = new Set(rows.map(({ id }) => id));
    const left = [...selected.peek()].filter((id) => ids.has(id));
    if (left.length < selected.peek().size) selected.value = new Set(left);
  }
});

// A working run is shown on every page of its user, also after a reload; a finished one only where it was shown.
socket.on("bulk", ({ run }) => {
  const next = run as BulkProgress;
  const shown = shownRun.peek()?.id;
  if (!isWorking(next) && shown !== next.id && shown !== STARTING) return;
  shownRun.value = next;
  isBarShown.value = true;
});

let person = session.user.peek()?.id;
effect(() => {
  const next = session.user.value?.id;
  if (next === person) return;
  person = next;
  clearSelection();
  shownRun.value = null;
});
