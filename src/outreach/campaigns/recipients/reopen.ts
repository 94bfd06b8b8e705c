import type { Campaign } from "#outreach/campaigns/schema.ts";
import { isTemporary } from "#outreach/campaigns/sending/failures.ts";
import { queryAll } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./recipients.sql.ts";
import { changeRecipient } from "./rows.ts";

/**
 * A stopped campaign continues (docs/rules/campaigns.md#cancel-and-restart): recipients whose message was cancelled, and
 * those with a temporary failure, wait again. Returns the position to continue at, null when all were
 * processed.
 */
export function reopenStep(unit: TenantUnit, { id, freezeCursor }: Campaign): number | null {
  const rows = queryAll(unit.db, sql.reopenedStep, { campaignId: id, from: freezeCursor });
  for (const row of rows) {
    const failed = row.state === "failed" && isTemporary(row.reason);
    const takenBack = row.sent === "cancelled";
    if (failed || takenBack)
      changeRecipient(unit, row, {
        state: "waiting",
        reason: null,
        ...(row.confirmedAt === null && { confirmationRequestedAt: null }),
      });
  }
  const last = rows.at(-1);
  return last ? last.position + 1 : null;
}
