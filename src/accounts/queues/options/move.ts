import type { QueueOptionRow } from "#accounts/queues/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { shareOut, writeNumbers } from "./numbers.ts";
import * as sql from "./options.sql.ts";
import { listChildren } from "./queries.ts";

const numbersOf = (family: readonly QueueOptionRow[]) => family.map(({ option }) => option);

/**
 * Moves a node to a position among the children of a parent (0 = first, past the end = last). Customers type
 * the number and see the nodes in its order, so the new siblings are renumbered and the old ones close the
 * gap.
 */
export function moveOption(
  unit: TenantUnit,
  node: QueueOptionRow,
  parentId: number | null,
  position: number,
): void {
  const { id, queueId } = node;
  const target = listChildren(unit.db, queueId, parentId);
  const others = target.filter((sibling) => sibling.id !== id);
  const family = others.toSpliced(Math.min(position, others.length), 0, node);
  if (parentId !== node.parentId) {
    const left = listChildren(unit.db, queueId, node.parentId);
    const stay = left.filter((sibling) => sibling.id !== id);
    // Temporary number: its own may be in use in the new place.
    execute(unit.db, sql.moveOption, { parentId, option: `#${id}`, id });
    writeNumbers(unit, stay, shareOut(numbersOf(left), numbersOf(stay)));
  }
  const current = family.map((sibling) =>
    sibling.id === id && parentId !== node.parentId ? { id, option: `#${id}` } : sibling,
  );
  writeNumbers(unit, current, shareOut(numbersOf(target), numbersOf(family)));
}
