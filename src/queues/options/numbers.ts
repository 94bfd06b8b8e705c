import { run } from "#platform/db/database.ts";
import type { QueueOptionRow } from "#queues/schema.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** The first number nobody beside it has. */
export function nextNumber(siblings: readonly Pick<QueueOptionRow, "option">[]): string {
  const taken = new Set(siblings.map(({ option }) => option));
  let number = siblings.length + 1;
  while (taken.has(String(number))) number += 1;
  return String(number);
}

/** 1, 2, 3 … without a gap. */
const runsThrough = (numbers: readonly string[]): boolean =>
  numbers.every((number, index) => number === String(index + 1));

/**
 * Numbers for a family in its new order, from those it had before: the same ones when it only changed order; one more
 * for whoever came; when one left, numbers that ran from 1 without a gap run so again, others stay as they are.
 */
export function shareOut(before: readonly string[], after: readonly string[]): readonly string[] {
  const sorted = before.toSorted((a, b) => Number(a) - Number(b));
  if (after.length < before.length) return runsThrough(sorted) ? sorted.slice(0, after.length) : after;
  const numbers = [...sorted];
  while (numbers.length < after.length) numbers.push(nextNumber(numbers.map((option) => ({ option }))));
  return numbers.toSorted((a, b) => Number(a) - Number(b));
}

/** Gives every node its number; none meets a number that another still has. */
export function writeNumbers(
  unit: TenantUnit,
  family: readonly Pick<QueueOptionRow, "id" | "option">[],
  numbers: readonly string[],
): void {
  const changed = family
    .map(({ id, option }, index) => ({ id, option, number: numbers[index] ?? option }))
    .filter(({ option, number }) => option !== number);
  for (const { id } of changed) run(unit.db, "UPDATE queue_option SET option = ? WHERE id = ?", `#${id}`, id);
  for (const { id, number } of changed)
    run(unit.db, "UPDATE queue_option SET option = ? WHERE id = ?", number, id);
}
