import { mayWork } from "#accounts/companies/index.ts";
import { notifyAdmins } from "#accounts/notices/index.ts";
import { EDIT_LOCK_MS } from "#outreach/campaigns/contract.ts";
import { connectionOf } from "#outreach/campaigns/editing/completeness.ts";
import { deleteDeletedStep } from "#outreach/campaigns/editing/delete.ts";
import { CAMPAIGNS_DUE, changeCampaign } from "#outreach/campaigns/editing/write.ts";
import { LATE_LIMIT_MS } from "#outreach/campaigns/policy.ts";
import { campaignById } from "#outreach/campaigns/queries.ts";
import { freezeRecipients } from "#outreach/campaigns/recipients/freeze.ts";
import { campaignsAllowed } from "#outreach/campaigns/require-campaigns.ts";
import { all, one, run } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { EXPIRES_MS, expireRequests } from "./expire.ts";
import { finishIfDone } from "./finish.ts";
import { PacerPort } from "./pacer.ts";
import { pauseAll, pauseAutomatically } from "./pause.ts";
import { sendNext } from "./send-next.ts";

const AGAIN_MS = 60_000;
const UNFROZEN = `SELECT id FROM campaign WHERE freeze_phase <> 'done' AND deleted_at IS NULL
  AND (status = 'running' OR (status = 'scheduled' AND scheduled_at <= ?)) ORDER BY scheduled_at, id`;
const PLANNED = `SELECT id FROM campaign WHERE status = 'scheduled' AND scheduled_at <= ? AND deleted_at IS NULL
  ORDER BY scheduled_at, id`;
// The condition is part of the update: nothing starts twice.
const START = `UPDATE campaign SET status = 'running', started_at = ?1, pace_started_at = ?1, paced = 0,
  connection_id = ?2, completed_at = NULL WHERE id = ?3 AND status = 'scheduled' AND scheduled_at <= ?1
  AND freeze_phase = 'done'`;
const MISS = `UPDATE campaign SET status = 'inactive', scheduled_at = NULL WHERE id = ? AND status = 'scheduled'`;
const RESUME = `UPDATE campaign SET paused_at = NULL, pause_reason = NULL, resume_at = NULL, pace_started_at = ?1,
  paced = 0 WHERE resume_at <= ?1 AND status = 'running' RETURNING id`;
const CONNECTIONS = `SELECT DISTINCT connection_id AS id FROM campaign
  WHERE status = 'running' AND paused_at IS NULL AND deleted_at IS NULL AND connection_id IS NOT NULL`;
const NEXT = `SELECT min(at) AS at FROM (
  SELECT min(CASE WHEN freeze_phase = 'done' THEN scheduled_at ELSE scheduled_at - ${EDIT_LOCK_MS} END) AS at
    FROM campaign WHERE status = 'scheduled' AND deleted_at IS NULL
  UNION ALL SELECT min(CASE WHEN freeze_phase <> 'done' THEN 0 ELSE resume_at END)
    FROM campaign WHERE status = 'running' AND deleted_at IS NULL
  UNION ALL SELECT 0 FROM campaign WHERE deleted_at IS NOT NULL
  UNION ALL SELECT min(confirmation_requested_at) + ${EXPIRES_MS} FROM campaign_recipient INDEXED BY campaign_recipient_open_request
    WHERE state = 'awaiting_confirmation')`;
const ids = (tenant: Tenant, sql: string, atMs: number) => all<{ id: number }>(tenant.db, sql, atMs);

/**
 * docs/rules/jobs.md#periods: companies in turn; one that fails stops no other, a sleeping one without work is not
 * opened.
 */
export const campaignsJob = defineJob<Installation>({
  name: "campaigns",
  every: { seconds: 1 },
  run: (installation) =>
    forEachDueCompany(installation, {
      job: CAMPAIGNS_DUE,
      failure: "campaigns not processed",
      yields: true,
      run: lookAfter,
    }),
});

/** Does all due campaign work of a company; returns when to run again, ms; null = nothing waits. */
async function lookAfter(tenant: Tenant): Promise<number | null> {
  const { clock } = tenant;
  const next = () => one<{ at: number | null }>(tenant.db, NEXT)?.at ?? null;
  if (!mayWork(tenant) || !campaignsAllowed(tenant)) {
    tenant.write((unit) => pauseAll(unit, mayWork(tenant) ? "plan" : "subscription"));
    return next() === null ? null : clock.now() + AGAIN_MS;
  }
  tenant.write(deleteDeletedStep);
  missLate(tenant);
  for (const { id } of ids(tenant, UNFROZEN, clock.now() + EDIT_LOCK_MS)) await freezeRecipients(tenant, id);
  for (const { id } of ids(tenant, PLANNED, clock.now())) tenant.write((unit) => start(unit, id));
  expireRequests(tenant);
  tenant.write((unit) => {
    for (const { id } of all<{ id: number }>(unit.db, RESUME, unit.now)) changeCampaign(unit, id, {});
  });
  const times = takeTurns(tenant).filter((at) => at !== null);
  const other = next();
  if (other !== null) times.push(Math.max(other, clock.now()));
  return times.length === 0 ? null : Math.min(...times);
}

/** Every connection with something running; its next turn is kept by the pacer and, for a crash, by the rows. */
function takeTurns(tenant: Tenant): (number | null)[] {
  const pacer = tenant.installation.ports.use(PacerPort);
  return all<{ id: number }>(tenant.db, CONNECTIONS).map(({ id }) => {
    const at = sendNext(tenant, id);
    pacer.plan(tenant.id, id, at);
    return at;
  });
}

function start(unit: TenantUnit, id: number): void {
  const row = campaignById(unit.db, id);
  if (!row) return;
  const connectionId = connectionOf(unit.db, row);
  if (run(unit.db, START, unit.now, connectionId ?? row.connectionId, id).changes === 0) return;
  changeCampaign(unit, id, {});
  if (connectionId === undefined) pauseAutomatically(unit, id, "connection_deleted");
  finishIfDone(unit, id);
}

/**
 * A campaign due more than half a day ago is not started automatically
 * (docs/rules/campaigns.md#cancel-and-restart).
 */
function missLate(tenant: Tenant): void {
  const late = ids(tenant, PLANNED, tenant.clock.now() - LATE_LIMIT_MS - 1);
  if (late.length === 0) return;
  tenant.write((unit) => {
    for (const { id } of late) {
      const name = campaignById(unit.db, id)?.name ?? "";
      if (run(unit.db, MISS, id).changes === 0) continue;
      changeCampaign(unit, id, {});
      const key = `campaign_missed:${id}:${unit.now}`;
      notifyAdmins(unit, { code: "campaign_missed", details: { campaignId: id, name }, key });
    }
  });
}
