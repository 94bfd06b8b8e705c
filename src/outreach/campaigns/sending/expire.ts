import { changeRecipient } from "#outreach/campaigns/recipients/rows.ts";
import { all } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { finishIfDone } from "./finish.ts";

/** A request without an answer expires after this (docs/rules/campaigns.md#variants), ms. */
export const EXPIRES_MS = 48 * 60 * 60_000;
const OLD = `SELECT id, campaign_id AS campaignId FROM campaign_recipient INDEXED BY campaign_recipient_open_request
  WHERE state = 'awaiting_confirmation' AND confirmation_requested_at <= ? ORDER BY confirmation_requested_at LIMIT 200`;

/** Expires requests without an answer. */
export function expireRequests(tenant: Tenant): void {
  const old = all<{ id: number; campaignId: number }>(tenant.db, OLD, tenant.clock.now() - EXPIRES_MS);
  if (old.length === 0) return;
  tenant.write((unit) => {
    for (const row of old) changeRecipient(unit, row, { state: "expired" });
    for (const id of new Set(old.map(({ campaignId }) => campaignId))) finishIfDone(unit, id);
  });
}
