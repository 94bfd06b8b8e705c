import type { TenantUnit } from "#tenants/tenant.ts";
import { cancel } from "./complete.ts";
import { outboxById } from "./queries.ts";

/** Cancels a queued send, also one that was tried before. False when it is being sent or is completed. */
export function cancelQueued(unit: TenantUnit, outboxId: number): boolean {
  const row = outboxById(unit.db, outboxId);
  if (row?.state !== "queued") return false;
  cancel(unit, row);
  return true;
}

/** Cancels a queued send that was never tried. False when it was tried or is completed. */
export function cancelUntried(unit: TenantUnit, outboxId: number): boolean {
  const row = outboxById(unit.db, outboxId);
  if (row?.state !== "queued" || row.providerId !== null) return false;
  cancel(unit, row);
  return true;
}
