import { effect, signal } from "@preact/signals-react";
import type { BulkProgress } from "#automation/bulk-actions/contract.ts";
import { shownRows } from "#web/inbox/tickets/store.ts";
import { session } from "#web/lib/session/session.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";

const NONE: ReadonlySet<number> = new Set();
/** Ids of the selected tickets (docs/rules/bulk-actions.md#selecting). */
export const selected = signal(NONE);
/** Whether the bar of bulk actions is on screen: something is selected, or the result of a run is shown. */
export const isBarShown = signal(false);
/** The run whose progress or result the bar shows. */
export const shownRun = signal<BulkProgress | null>(null);
/** The row from which a range begins. */
let anchor: number | null = null;

/** Whether a run still changes tickets, or takes its changes back. */
export const isWorking = ({ state }: Pick<BulkProgress, "state">): boolean =>
  state === "running" || state === "undoing";

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

// A working run is shown on every page of its user, also after a reload; a finished one only where it was shown.
socket.on("bulk", ({ run }) => {
  const next = run as BulkProgress;
  if (!isWorking(next) && shownRun.peek()?.id !== next.id) return;
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
