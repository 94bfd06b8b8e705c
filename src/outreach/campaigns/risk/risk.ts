import { timeZoneOf } from "#accounts/settings/index.ts";
import { requireConnection } from "#channels/connections/index.ts";
import { healthOf } from "#inbox/reach/index.ts";
import { capOf } from "#outreach/campaigns/sending/send-next.ts";
import { sentOn } from "#outreach/campaigns/sending/sender-state.ts";
import { dayAt } from "#platform/dates.ts";
import { queryAll } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { RiskAnswer } from "./contract.ts";
import * as sql from "./risk.sql.ts";

const WEEK_MS = 7 * 86_400_000;

/**
 * `GET /whatsapp/{id}/risk`, admins: the risk that WhatsApp blocks the number, 100 minus its score with the same
 * reasons (docs/rules/reach.md#doctor), and what its campaigns sent. Throws 404 ERR_NO_WAPP_FOUND.
 */
export function riskOf({ tenant }: UserCtx, connectionId: number): RiskAnswer {
  const { db, clock } = tenant;
  const now = clock.now();
  const connection = requireConnection(db, connectionId);
  const last = queryAll(db, sql.lastStates, { connectionId, since: now - WEEK_MS });
  const failures = last.filter(({ state }) => state === "failed").length;
  const { score, reasons } = healthOf(tenant, connectionId);
  return {
    score: 100 - score,
    sentToday: sentOn(db, connectionId, dayAt(now, timeZoneOf(tenant))),
    cap: capOf(tenant, connection, now),
    failureRate: last.length === 0 ? 0 : failures / last.length,
    reasons: reasons.map(({ code }) => code),
  };
}
