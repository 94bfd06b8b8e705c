/** A pressed option: a queue of the menu, an option of a tree, "back", or "start". */
export type Tap =
  | { readonly kind: "queue" | "option" | "back"; readonly id: number }
  | { readonly kind: "start" };

/** Ids of options: kind and row, then after the colon the key one would type (docs/rules/queue-menu.md#menu). */
export const tapId = {
  queue: (id: number, place: number): string => `q${id}:${place}`,
  option: (id: number, key: string): string => `o${id}:${key}`,
  back: (id: number): string => `b${id}:0`,
  start: "m:#",
} as const;

const KINDS = { q: "queue", o: "option", b: "back" } as const;
const ID = /^([qob])(\d{1,15}):/;

/**
 * Parses an option id; null for foreign ids. It contains the row and not the position, so an option of an older menu
 * keeps its meaning after the menu has changed.
 */
export function tapOf(id: string | null): Tap | null {
  if (id === tapId.start) return { kind: "start" };
  const [, kind, row] = ID.exec(id ?? "") ?? [];
  return kind && row ? { kind: KINDS[kind as keyof typeof KINDS], id: Number(row) } : null;
}
