import type { TenantUnit } from "#tenants/tenant.ts";
import { outboxById } from "./rows.ts";
import { cancel } from "./settle.ts";

/** Nothing more of it leaves, also when it was tried before; false once it is being handed over, or is settled. */
export function withdrawQueued(unit: TenantUnit, outboxId: number): boolean {
  const row = outboxById(unit.db, outboxId);
  if (row?.state !== "queued") return false;
  cancel(unit, row);
  return true;
}

/** Takes a message back that nobody tried to send yet; false once it was handed over, or is settled. */
export function withdraw(unit: TenantUnit, outboxId: number): boolean {
  const row = outboxById(unit.db, outboxId);
  if (row?.state !== "queued" || row.providerId !== null) return false;
  cancel(unit, row);
  return true;
}
