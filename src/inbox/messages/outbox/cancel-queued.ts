import type { TenantUnit } from "#tenants/tenant.ts";
import { cancel } from "./complete.ts";
import { outboxById } from "./queries.ts";

/** Nothing more of it leaves, also when it was tried before; false once it is being handed over, or is settled. */
export function cancelQueued(unit: TenantUnit, outboxId: number): boolean {
  const row = outboxById(unit.db, outboxId);
  if (row?.state !== "queued") return false;
  cancel(unit, row);
  return true;
}

/** Takes a message back that nobody tried to send yet; false once it was handed over, or is settled. */
export function cancelUntried(unit: TenantUnit, outboxId: number): boolean {
  const row = outboxById(unit.db, outboxId);
  if (row?.state !== "queued" || row.providerId !== null) return false;
  cancel(unit, row);
  return true;
}
