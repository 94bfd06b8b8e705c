import { fold } from "#platform/text.ts";

const KEYCAPS = /[\ufe0f\u20e3]/g;

/**
 * Normalizes a text for comparison with choices: emoji digits become digits; case, accents and surrounding blanks are
 * ignored.
 */
export const wordsOf = (text: string): string =>
  fold(text.replaceAll("🔟", "10").replace(KEYCAPS, "").normalize("NFKC"));

/** The number a customer typed, or null. */
export function numberOf(text: string): number | null {
  const words = wordsOf(text);
  return /^\d{1,4}$/.test(words) ? Number(words) : null;
}

/** The queue a text selects: its number in the menu, or its exact name (docs/rules/queue-menu.md#cases). */
export function chosenQueue<Q extends { readonly name: string }>(
  queues: readonly Q[],
  text: string,
): Q | undefined {
  const place = numberOf(text);
  const byPlace = place === null ? undefined : queues[place - 1];
  return byPlace ?? queues.find(({ name }) => wordsOf(name) === wordsOf(text));
}

/** The child option a text selects: its key, or its exact title (docs/rules/queue-menu.md#options). */
export function chosenNode<N extends { readonly option: string; readonly title: string }>(
  children: readonly N[],
  text: string,
): N | undefined {
  const words = wordsOf(text);
  return (
    children.find(({ option }) => wordsOf(option) === words) ??
    children.find(({ title }) => wordsOf(title) === words)
  );
}

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
