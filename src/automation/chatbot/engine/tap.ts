/** What somebody pressed in a menu: an option of a queue's menu or of a tree, the way back, or the way to the beginning. */
export type Tap =
  | { readonly kind: "queue" | "option" | "back"; readonly id: number }
  | { readonly kind: "start" };

/**
 * Ids of what can be pressed: what it is, and behind the colon what one would type instead
 * (docs/rules/queue-menu.md#menu).
 */
export const tapId = {
  queue: (id: number, place: number): string => `q${id}:${place}`,
  option: (id: number, key: string): string => `o${id}:${key}`,
  back: (id: number): string => `b${id}:0`,
  start: "m:#",
} as const;

const KINDS = { q: "queue", o: "option", b: "back" } as const;
const ID = /^([qob])(\d{1,15}):/;

/**
 * What an id stands for; null for those of others. It names the row and not its place: what is pressed in an older menu
 * means what it said, also when the menu has changed since.
 */
export function tapOf(id: string | null): Tap | null {
  if (id === tapId.start) return { kind: "start" };
  const [, kind, row] = ID.exec(id ?? "") ?? [];
  return kind && row ? { kind: KINDS[kind as keyof typeof KINDS], id: Number(row) } : null;
}
