import { mayWork } from "#accounts/companies/index.ts";
import { notifyAdmins } from "#accounts/notices/index.ts";
import { EDIT_LOCK_MS } from "#outreach/campaigns/contract.ts";
import { connectionOf } from "#outreach/campaigns/editing/completeness.ts";
import { CAMPAIGNS_DUE, changeCampaign, deleteDeletedStep } from "#outreach/campaigns/editing/write.ts";
import { LATE_LIMIT_MS } from "#outreach/campaigns/policy.ts";
import { campaignById } from "#outreach/campaigns/queries.ts";
import { freezeRecipients } from "#outreach/campaigns/recipients/freeze.ts";
import { changeRecipient } from "#outreach/campaigns/recipients/rows.ts";
import { campaignsAllowed } from "#outreach/campaigns/require-campaigns.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { finishIfDone, pauseAll, pauseAutomatically } from "./control.ts";
import { PacerPort } from "./pacer.ts";
import { sendNext } from "./send-next.ts";
import * as sql from "./sending.sql.ts";

const AGAIN_MS = 60_000;
/**
 * Processes the campaigns of companies in turn; a failure in one company does not stop the others, and a closed
 * company without due work is not opened (docs/rules/jobs.md#periods).
 */
export const campaignsJob = defineDueJob({
  name: "campaigns",
  job: CAMPAIGNS_DUE,
  every: { seconds: 1 },
  afterSetBack: true,
  failure: "campaigns not processed",
  yields: true,
  run: processCampaigns,
});

/** Does all due campaign work of a company; returns when to run again, ms; null = no work left. */
async function processCampaigns(tenant: Tenant): Promise<number | null> {
  const { clock } = tenant;
  const next = () => queryOne(tenant.db, sql.nextWork)?.at ?? null;
  if (!mayWork(tenant) || !campaignsAllowed(tenant)) {
    tenant.write((unit) => pauseAll(unit, mayWork(tenant) ? "plan" : "subscription"));
    return next() === null ? null : clock.now() + AGAIN_MS;
  }
  tenant.write(deleteDeletedStep);
  missLate(tenant);
  for (const { id } of queryAll(tenant.db, sql.unfrozen, { at: clock.now() + EDIT_LOCK_MS }))
    await freezeRecipients(tenant, id);
  for (const { id } of queryAll(tenant.db, sql.scheduledUntil, { at: clock.now() }))
    tenant.write((unit) => start(unit, id));
  expireRequests(tenant);
  tenant.write((unit) => {
    for (const { id } of queryAll(unit.db, sql.resumeDue, { now: unit.now })) changeCampaign(unit, id, {});
  });
  const times = sendOnConnections(tenant).filter((at) => at !== null);
  const other = next();
  if (other !== null) times.push(Math.max(other, clock.now()));
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * Sends on every connection with a running campaign. The pacer has a timer for the next send; after a crash the times
 * are read from rows.
 */
function sendOnConnections(tenant: Tenant): (number | null)[] {
  const pacer = tenant.installation.ports.use(PacerPort);
  return queryAll(tenant.db, sql.runningConnections).map(({ id }) => {
    const at = sendNext(tenant, id);
    pacer.plan(tenant.id, id, at);
    return at;
  });
}

function start(unit: TenantUnit, id: number): void {
  const row = campaignById(unit.db, id);
  if (!row) return;
  const connectionId = connectionOf(unit.db, row);
  const params = { id, connectionId: connectionId ?? row.connectionId, now: unit.now };
  if (execute(unit.db, sql.start, params).changes === 0) return;
  changeCampaign(unit, id, {});
  if (connectionId === undefined) pauseAutomatically(unit, id, "connection_deleted");
  finishIfDone(unit, id);
}

/** Cancels the start of campaigns that were due more than 12 hours ago (docs/rules/campaigns.md#cancel-and-restart). */
function missLate(tenant: Tenant): void {
  const at = tenant.clock.now() - LATE_LIMIT_MS - 1;
  const late = queryAll(tenant.db, sql.scheduledUntil, { at });
  if (late.length === 0) return;
  tenant.write((unit) => {
    for (const { id } of late) {
      const name = campaignById(unit.db, id)?.name ?? "";
      if (execute(unit.db, sql.cancelSchedule, { id }).changes === 0) continue;
      changeCampaign(unit, id, {});
      const key = `campaign_missed:${id}:${unit.now}`;
      notifyAdmins(unit, { code: "campaign_missed", details: { campaignId: id, name }, key });
    }
  });
}

/** Expires confirmation requests without an answer. */
function expireRequests(tenant: Tenant): void {
  const old = queryAll(tenant.db, sql.expiredRequests, { before: tenant.clock.now() - sql.EXPIRES_MS });
  if (old.length === 0) return;
  tenant.write((unit) => {
    for (const row of old) changeRecipient(unit, row, { state: "expired" });
    for (const id of new Set(old.map(({ campaignId }) => campaignId))) finishIfDone(unit, id);
  });
}
