import { timeZoneOf } from "#accounts/settings/index.ts";
import { requireConnection } from "#channels/connections/index.ts";
import { RATE } from "#outreach/campaigns/sending/failures.ts";
import { capOf } from "#outreach/campaigns/sending/send-next.ts";
import { sentOn } from "#outreach/campaigns/sending/sender-state.ts";
import { dayAt } from "#platform/dates.ts";
import { all, one } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { RiskAnswer } from "./contract.ts";
import { scoreOf } from "./risk-score.ts";

const WEEK_MS = 7 * 86_400_000;
const LAST = `SELECT s.state FROM campaign_recipient s JOIN campaign c ON c.id = s.campaign_id
  WHERE c.connection_id = ?1 AND c.last_dispatched_at >= ?2 AND s.dispatched_at >= ?2
  ORDER BY s.dispatched_at DESC LIMIT ${RATE.of}`;
const WEEK = `SELECT count(*) AS sent, count(s.replied_at) AS replied,
    (SELECT count(*) FROM contact k WHERE k.opted_out_at >= ?2 AND k.id IN (
      SELECT o.contact_id FROM campaign_recipient o JOIN campaign p ON p.id = o.campaign_id
      WHERE p.connection_id = ?1 AND p.last_dispatched_at >= ?2 AND o.dispatched_at >= ?2)) AS optOuts
  FROM campaign_recipient s JOIN campaign c ON c.id = s.campaign_id
  WHERE c.connection_id = ?1 AND c.last_dispatched_at >= ?2 AND s.dispatched_at >= ?2 AND s.delivered_at IS NOT NULL`;
const RESTRICTED =
  "SELECT 1 FROM campaign WHERE connection_id = ? AND status = 'running' AND pause_reason = 'restricted'";

/** `GET /whatsapp/{id}/risk`, admins: how close a number is to being blocked. Throws 404 ERR_NO_WAPP_FOUND. */
export function riskOf({ tenant }: UserCtx, connectionId: number): RiskAnswer {
  const { db, clock } = tenant;
  const now = clock.now();
  const connection = requireConnection(db, connectionId);
  const since = now - WEEK_MS;
  const last = all<{ state: string }>(db, LAST, connectionId, since);
  const failures = last.filter(({ state }) => state === "failed").length;
  const week = one<{ sent: number; replied: number; optOuts: number }>(db, WEEK, connectionId, since);
  const measured = {
    sentToday: sentOn(db, connectionId, dayAt(now, timeZoneOf(tenant))),
    cap: capOf(tenant, connection, now),
    failureRate: last.length === 0 ? 0 : failures / last.length,
    newNumber: connection.newNumber,
    restricted: one(db, RESTRICTED, connectionId) !== undefined,
    sent: week?.sent ?? 0,
    replied: week?.replied ?? 0,
    optOuts: week?.optOuts ?? 0,
  };
  const { sentToday, cap, failureRate } = measured;
  return { ...scoreOf(measured), sentToday, cap, failureRate };
}
