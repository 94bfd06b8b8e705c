/** The numbers of options, shared by the server and the drafts of the editor. */

/** The lowest number that no sibling has. */
export function nextNumber(siblings: readonly { readonly option: string }[]): string {
  const taken = new Set(siblings.map(({ option }) => option));
  let number = siblings.length + 1;
  while (taken.has(String(number))) number += 1;
  return String(number);
}

/** 1, 2, 3 … without a gap. */
const runsThrough = (numbers: readonly string[]): boolean =>
  numbers.every((number, index) => number === String(index + 1));

/**
 * Numbers for siblings in their new order, based on their previous numbers: the same ones after a change of
 * order; one more for an added option; after a removal, numbers that ran from 1 without a gap do so again,
 * others stay.
 */
export function shareOut(before: readonly string[], after: readonly string[]): readonly string[] {
  const sorted = before.toSorted((a, b) => Number(a) - Number(b));
  if (after.length < before.length) return runsThrough(sorted) ? sorted.slice(0, after.length) : after;
  const numbers = [...sorted];
  while (numbers.length < after.length) numbers.push(nextNumber(numbers.map((option) => ({ option }))));
  return numbers.toSorted((a, b) => Number(a) - Number(b));
}
