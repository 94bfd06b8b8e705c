import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { withSyncNormal } from "#platform/db/sync-mode.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { storedSchedule } from "./access.ts";
import { finishFailed } from "./finish.ts";
import { latestAt } from "./policy.ts";
import * as sql from "./scheduled-messages.sql.ts";

const CLAIM_MS = 60_000;

export const isSomethingDue = (tenant: Tenant): boolean =>
  queryOne(tenant.db, sql.hasDue, { sendAt: tenant.clock.now() }) !== undefined;

/** Claims due messages; those past their late limit fail. Returns the ids to send. */
export const claimDue = (tenant: Tenant): readonly number[] =>
  // A claim lost in a power cut is made again; the message itself is synced before it is sent.
  withSyncNormal(tenant.db, () => tenant.write((unit) => claim(unit)));

/** As `claimDue`, inside a transaction. */
export function claim(unit: TenantUnit): readonly number[] {
  const claimed = queryAll(unit.db, sql.claim, { now: unit.now }).map(({ id }) => id);
  return claimed.filter((id) => {
    const row = storedSchedule(unit.db, id);
    if (unit.now <= latestAt(row)) return true;
    finishFailed(unit, row, "ERR_TOO_LATE");
    return false;
  });
}

/** Claims whose message was never written (a crash, a full disk) wait again. */
export function returnLostClaims(tenant: Tenant): void {
  const now = tenant.clock.now();
  if (!queryOne(tenant.db, sql.hasLost, { claimedAt: now - CLAIM_MS })) return;
  tenant.write(
    (unit) => void execute(unit.db, sql.releaseClaims, { now: unit.now, claimedAt: unit.now - CLAIM_MS }),
  );
}
