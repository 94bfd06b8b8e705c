import { type ReadonlySignal, signal } from "@preact/signals-react";

/** Rows somebody ticked. */
export interface Selection {
  readonly ids: ReadonlySignal<ReadonlySet<number>>;
  toggle(id: number): void;
  add(ids: readonly number[]): void;
  drop(id: number): void;
  clear(): void;
}

export function createSelection(): Selection {
  const ids = signal<ReadonlySet<number>>(new Set());
  const set = (next: Iterable<number>) => {
    ids.value = new Set(next);
  };
  const drop = (id: number) => {
    if (ids.peek().has(id)) set([...ids.peek()].filter((other) => other !== id));
  };
  const add = (more: readonly number[]) => set([...ids.peek(), ...more]);
  return {
    ids,
    drop,
    add,
    toggle: (id) => (ids.peek().has(id) ? drop(id) : add([id])),
    clear: () => set([]),
  };
}
