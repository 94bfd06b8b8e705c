import { signal } from "@preact/signals-react";

const doomed = signal<ReadonlySet<string>>(new Set());
const key = (kind: string, id: number) => `${kind}:${id}`;

/** Whether a row is to be deleted unless somebody takes that back: lists leave it out. Subscribes whoever draws it. */
export const isPendingDelete = (kind: string, id: number): boolean =>
  doomed.value.size > 0 && doomed.value.has(key(kind, id));

export function markPendingDelete(kind: string, ids: readonly number[]): void {
  doomed.value = new Set([...doomed.peek(), ...ids.map((id) => key(kind, id))]);
}

/** Deleted, refused or taken back: there is nothing to hide any more. */
export function cancelPendingDelete(kind: string, ids: readonly number[]): void {
  const spared = new Set(ids.map((id) => key(kind, id)));
  doomed.value = new Set([...doomed.peek()].filter((one) => !spared.has(one)));
}
