import { and, eq } from "drizzle-orm";
import { timeZoneOf } from "#accounts/settings/index.ts";
import { requireConnection } from "#channels/connections/index.ts";
import { campaign } from "#outreach/campaigns/schema.ts";
import { capOf } from "#outreach/campaigns/sending/send-next.ts";
import { sentOn } from "#outreach/campaigns/sending/sender-state.ts";
import { dayAt } from "#platform/dates.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { RiskAnswer } from "./contract.ts";
import * as sql from "./risk.sql.ts";
import { scoreOf } from "./risk-score.ts";

const WEEK_MS = 7 * 86_400_000;
/** `GET /whatsapp/{id}/risk`, admins: the risk that WhatsApp blocks the number. Throws 404 ERR_NO_WAPP_FOUND. */
export function riskOf({ tenant }: UserCtx, connectionId: number): RiskAnswer {
  const { db, clock } = tenant;
  const now = clock.now();
  const connection = requireConnection(db, connectionId);
  const since = now - WEEK_MS;
  const last = queryAll(db, sql.lastStates, { connectionId, since });
  const failures = last.filter(({ state }) => state === "failed").length;
  const week = queryOne(db, sql.week, { connectionId, since });
  const measured = {
    sentToday: sentOn(db, connectionId, dayAt(now, timeZoneOf(tenant))),
    cap: capOf(tenant, connection, now),
    failureRate: last.length === 0 ? 0 : failures / last.length,
    newNumber: connection.newNumber,
    restricted: isRestricted(db, connectionId),
    sent: week?.sent ?? 0,
    replied: week?.replied ?? 0,
    optOuts: week?.optOuts ?? 0,
  };
  const { sentToday, cap, failureRate } = measured;
  return { ...scoreOf(measured), sentToday, cap, failureRate };
}

const isRestricted = (db: Db, connectionId: number): boolean =>
  db
    .select({ id: campaign.id })
    .from(campaign)
    .where(
      and(
        eq(campaign.connectionId, connectionId),
        eq(campaign.status, "running"),
        eq(campaign.pauseReason, "restricted"),
      ),
    )
    .get() !== undefined;
