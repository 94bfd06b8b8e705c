import { signal } from "@preact/signals-react";
import { shownRows } from "#web/inbox/tickets/store.ts";

const NONE: ReadonlySet<number> = new Set();
/** Ids of the selected tickets (docs/rules/bulk-actions.md#selecting). */
export const selected = signal(NONE);
/** Whether the bar of bulk actions is on screen: something is selected, or the result of a run is shown. */
export const isBarShown = signal(false);
/** The row from which a range begins. */
let anchor: number | null = null;

function select(ids: Iterable<number>): void {
  selected.value = new Set(ids);
  if (selected.value.size > 0) isBarShown.value = true;
}

/** Selects a row, or takes it out. */
export function toggleRow(id: number): void {
  const ids = new Set(selected.peek());
  if (!ids.delete(id)) ids.add(id);
  anchor = id;
  select(ids);
}

/** Selects the rows from the last selected one to this one, in the order of the list. */
export function selectTo(id: number): void {
  const rows = shownRows.peek().map((row) => row.id);
  const [from, to] = [rows.indexOf(anchor ?? id), rows.indexOf(id)].sort((a, b) => a - b);
  if (from === undefined || to === undefined || from < 0) toggleRow(id);
  else select([...selected.peek(), ...rows.slice(from, to + 1)]);
}

export function clearSelection(): void {
  anchor = null;
  selected.value = NONE;
}
