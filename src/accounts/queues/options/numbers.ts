import type { QueueOptionRow } from "#accounts/queues/schema.ts";
import { run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

export { nextNumber, shareOut } from "./order/contract.ts";

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
