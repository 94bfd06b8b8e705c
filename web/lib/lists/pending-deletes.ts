import { signal } from "@preact/signals-react";

const doomed = signal<ReadonlySet<string>>(new Set());
const key = (kind: string, id: number) => `${kind}:${id}`;

/** Whether a row will be deleted unless that is undone: lists hide it. Subscribes the component that renders it. */
export const isPendingDelete = (kind: string, id: number): boolean =>
  doomed.value.size > 0 && doomed.value.has(key(kind, id));

export function markPendingDelete(kind: string, ids: readonly number[]): void {
  doomed.value = new Set([...doomed.peek(), ...ids.map((id) => key(kind, id))]);
}

/** Deleted, rejected or undone: the row is no longer hidden. */
export function cancelPendingDelete(kind: string, ids: readonly number[]): void {
  const spared = new Set(ids.map((id) => key(kind, id)));
  doomed.value = new Set([...doomed.peek()].filter((one) => !spared.has(one)));
}
