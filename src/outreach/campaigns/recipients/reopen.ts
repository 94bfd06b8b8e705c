import type { Campaign, CampaignRecipient } from "#outreach/campaigns/schema.ts";
import { isTemporary } from "#outreach/campaigns/sending/failures.ts";
import { all } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { changeRecipient } from "./rows.ts";

type Row = Pick<CampaignRecipient, "id" | "campaignId" | "position" | "state" | "reason" | "confirmedAt"> & {
  readonly sent: string | null;
};
// By position in any state, so that every step has the same size.
const PIECE = `SELECT s.id, s.campaign_id AS campaignId, s.position, s.state, s.reason, s.confirmed_at AS confirmedAt,
    CASE WHEN s.state IN ('queued', 'awaiting_confirmation') THEN coalesce(
      (SELECT o.state FROM outbox o WHERE o.message_id = s.message_id AND o.kind = 'message'), 'gone') END AS sent
  FROM campaign_recipient s INDEXED BY campaign_recipient_position
  WHERE s.campaign_id = ?1 AND s.position >= ?2 ORDER BY s.position LIMIT 200`;

/**
 * A stopped campaign continues (docs/rules/campaigns.md#cancel-and-restart): recipients whose message was cancelled, and
 * those with a temporary failure, wait again. Returns the position to continue at, null when all were
 * processed.
 */
export function reopenStep(unit: TenantUnit, { id, freezeCursor }: Campaign): number | null {
  const rows = all<Row>(unit.db, PIECE, id, freezeCursor);
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
