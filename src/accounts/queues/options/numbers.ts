import type { QueueOptionRow } from "#accounts/queues/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./options.sql.ts";

export { nextNumber, shareOut } from "./contract.ts";

/** Writes the numbers of all nodes, first as temporary ones, so that the unique index never sees a number twice. */
export function writeNumbers(
  unit: TenantUnit,
  family: readonly Pick<QueueOptionRow, "id" | "option">[],
  numbers: readonly string[],
): void {
  const changed = family
    .map(({ id, option }, index) => ({ id, option, number: numbers[index] ?? option }))
    .filter(({ option, number }) => option !== number);
  for (const { id } of changed) execute(unit.db, sql.setNumber, { option: `#${id}`, id });
  for (const { id, number } of changed) execute(unit.db, sql.setNumber, { option: number, id });
}
