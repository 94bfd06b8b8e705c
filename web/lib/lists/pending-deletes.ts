import { signal } from "@preact/signals-react";

/** Rows that will be deleted after the undo time. Separate from `LiveList`, which the ticket page does not load. */
const pending = signal<ReadonlySet<string>>(new Set());
const key = (kind: string, id: number) => `${kind}:${id}`;

/** Whether a row will be deleted after the undo time: lists hide it. Subscribes the component that renders it. */
export const isPendingDelete = (kind: string, id: number): boolean =>
  pending.value.size > 0 && pending.value.has(key(kind, id));

export function markPendingDelete(kind: string, ids: readonly number[]): void {
  pending.value = new Set([...pending.peek(), ...ids.map((id) => key(kind, id))]);
}

/** Deleted, rejected or undone: stops hiding the row. */
export function cancelPendingDelete(kind: string, ids: readonly number[]): void {
  const cancelled = new Set(ids.map((id) => key(kind, id)));
  pending.value = new Set([...pending.peek()].filter((one) => !cancelled.has(one)));
}
