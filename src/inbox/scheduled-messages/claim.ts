import { all, one, run } from "#platform/db/database.ts";
import { withSyncNormal } from "#platform/db/sync-mode.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { storedSchedule } from "./access.ts";
import { finishFailed } from "./finish.ts";
import { latestAt } from "./policy.ts";

/** docs/rules/scheduled-messages.md#claim. */
const CLAIMS = 50;
const CLAIM_MS = 60_000;

// The condition stands in the update itself: who comes second claims nothing.
const CLAIM = `UPDATE scheduled_message SET status = 'AGENDADA', claimed_at = ?1, updated_at = ?1
  WHERE status = 'PENDENTE' AND id IN (SELECT id FROM scheduled_message INDEXED BY scheduled_message_waiting
    WHERE status = 'PENDENTE' AND send_at <= ?1
    ORDER BY send_at, id LIMIT ${CLAIMS}) RETURNING id`;
const DUE = `SELECT 1 FROM scheduled_message INDEXED BY scheduled_message_waiting
  WHERE status = 'PENDENTE' AND send_at <= ? LIMIT 1`;
const LOST = `SELECT 1 FROM scheduled_message INDEXED BY scheduled_message_claimed
  WHERE status = 'AGENDADA' AND outbox_id IS NULL AND claimed_at <= ? LIMIT 1`;
const RETURN = `UPDATE scheduled_message SET status = 'PENDENTE', claimed_at = NULL, updated_at = ?1
  WHERE status = 'AGENDADA' AND outbox_id IS NULL AND claimed_at <= ?2`;

export const isSomethingDue = (tenant: Tenant): boolean =>
  one(tenant.db, DUE, tenant.clock.now()) !== undefined;

/** Takes what is due; what is due for longer than it may be late has failed. Answers the ids to be written. */
export const claimDue = (tenant: Tenant): readonly number[] =>
  // A claim that the power takes is made again; the message itself is on disk before it goes.
  withSyncNormal(tenant.db, () => tenant.write((unit) => claim(unit)));

/** As `claimDue`, inside a transaction. */
export function claim(unit: TenantUnit): readonly number[] {
  const claimed = all<{ id: number }>(unit.db, CLAIM, unit.now).map(({ id }) => id);
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
  if (!one(tenant.db, LOST, now - CLAIM_MS)) return;
  tenant.write((unit) => void run(unit.db, RETURN, unit.now, unit.now - CLAIM_MS));
}
