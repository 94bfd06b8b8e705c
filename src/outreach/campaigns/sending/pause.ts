import { notifyAdmins } from "#accounts/notices/index.ts";
import type { PauseReason } from "#outreach/campaigns/contract.ts";
import { changeCampaign } from "#outreach/campaigns/editing/write.ts";
import { queryAll } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./sending.sql.ts";

type Automatic = Exclude<PauseReason, "manual">;

function announce(
  unit: TenantUnit,
  reason: Automatic,
  paused: readonly { readonly id: number; readonly name: string }[],
): void {
  for (const { id: campaignId, name } of paused) {
    changeCampaign(unit, campaignId, {});
    notifyAdmins(unit, {
      code: "campaign_paused",
      details: { campaignId, name, reason },
      key: `campaign_paused:${campaignId}:${unit.now}`,
    });
  }
}

/** Pauses the campaign and notifies admins of the reason (docs/rules/campaigns.md#number-protection). */
export const pauseAutomatically = (unit: TenantUnit, id: number, reason: Automatic): void =>
  announce(unit, reason, queryAll(unit.db, sql.pauseOne, { now: unit.now, reason, id }));
/** Pauses all running campaigns of a connection and notifies admins of the reason. */
export const pauseConnection = (unit: TenantUnit, connectionId: number, reason: Automatic): void =>
  announce(unit, reason, queryAll(unit.db, sql.pauseOfConnection, { now: unit.now, reason, connectionId }));
/** Pauses all running campaigns of the company and notifies admins of the reason. */
export const pauseAll = (unit: TenantUnit, reason: Automatic): void =>
  announce(unit, reason, queryAll(unit.db, sql.pauseAll, { now: unit.now, reason }));
