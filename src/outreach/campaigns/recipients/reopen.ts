import { CampaignUpdated } from "#outreach/campaigns/events.ts";
import type { Campaign } from "#outreach/campaigns/schema.ts";
import { isTemporary } from "#outreach/campaigns/sending/failures.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./recipients.sql.ts";

/**
 * A stopped campaign continues (docs/rules/campaigns.md#cancel-and-restart): recipients whose message was cancelled, and
 * those with a temporary failure, wait again. Returns the position to continue at, null when all were
 * processed.
 */
export function reopenStep(unit: TenantUnit, { id, freezeCursor }: Campaign): number | null {
  const rows = queryAll(unit.db, sql.reopenedStep, { campaignId: id, from: freezeCursor });
  const reopened = rows.filter(
    ({ state, reason, sent }) => (state === "failed" && isTemporary(reason)) || sent === "cancelled",
  );
  if (reopened.length > 0) {
    execute(unit.db, sql.reopen, { ids: JSON.stringify(reopened.map((row) => row.id)) });
    unit.emit(CampaignUpdated, { campaignId: id });
  }
  const last = rows.at(-1);
  return last ? last.position + 1 : null;
}
