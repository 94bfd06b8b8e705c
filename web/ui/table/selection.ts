import { computed, type ReadonlySignal, signal } from "@preact/signals-react";

/** Ids of the selected rows, in the form of TanStack Table. */
type SelectedRows = Readonly<Record<string, true>>;

/** The selected rows of a table, including rows that are not loaded or not rendered. */
export interface Selection {
  readonly ids: ReadonlySignal<ReadonlySet<number>>;
  /** The same as the selection state of `DataTable`. */
  readonly rows: ReadonlySignal<SelectedRows>;
  set(rows: SelectedRows): void;
  add(ids: readonly number[]): void;
  drop(id: number): void;
  clear(): void;
}

export function createSelection(): Selection {
  const rows = signal<SelectedRows>({});
  const set = (next: SelectedRows) => {
    rows.value = next;
  };
  return {
    rows,
    ids: computed(() => new Set(Object.keys(rows.value).map(Number))),
    set,
    add: (ids) => set({ ...rows.peek(), ...Object.fromEntries(ids.map((id) => [id, true as const])) }),
    drop: (id) => {
      const { [id]: _, ...others } = rows.peek();
      if (_ === true) set(others);
    },
    clear: () => set({}),
  };
}
