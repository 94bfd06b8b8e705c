import { guardOwners, type OwnerGuard } from "#platform/db/table-triggers.ts";
import type { Installation } from "#tenants/installation.ts";
import { pausedCompanyIds } from "#tenants/moving/rows.ts";
import { companyTables } from "./system-rows.ts";

const guards = new WeakMap<Installation, OwnerGuard>();

/** Refuses writes of the rows of companies that are closed for their move. Nothing exists while there is none. */
export function guardOf(installation: Installation): OwnerGuard {
  const known = guards.get(installation);
  if (known) return known;
  const tables = companyTables(installation).map(({ name, ownerOf }) => ({ table: name, ownerOf }));
  const made = guardOwners(installation.system.$client, tables);
  guards.set(installation, made);
  return made;
}

/** At a start: companies whose move another process began stay closed until it is known who has them. */
export function guardPaused(installation: Installation): void {
  for (const id of pausedCompanyIds(installation.system)) guardOf(installation).hold(id);
}
