import { and, eq } from "drizzle-orm";
import { timeZoneOf } from "#accounts/settings/index.ts";
import { requireConnection } from "#channels/connections/index.ts";
import { healthOf } from "#inbox/reach/index.ts";
import { campaign } from "#outreach/campaigns/schema.ts";
import { capOf } from "#outreach/campaigns/sending/send-next.ts";
import { sentOn } from "#outreach/campaigns/sending/sender-state.ts";
import { dayAt } from "#platform/dates.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { RiskAnswer } from "./contract.ts";
import * as sql from "./risk.sql.ts";

interface RiskFigures {
  readonly sentToday: number;
  /** Daily cap; 0 = none. */
  readonly cap: number;
  /** Failures of the last dispatches, 0 to 1. */
  readonly failureRate: number;
  readonly newNumber: boolean;
  readonly restricted: boolean;
  /** Messages of the last 7 days. */
  readonly sent: number;
  readonly replied: number;
  readonly optOuts: number;
}

/** Minimum number of messages from which a reply rate is meaningful. */
const ENOUGH = 50;

/**
 * The risk score of a number: WhatsApp blocks numbers that write to many people who do not answer, who opt out, or
 * who do not exist. 0 = no risk; at 60 and more sending should stop.
 */
export function scoreOf(m: RiskFigures): Pick<RiskAnswer, "score" | "reasons"> {
  const share = (part: number) => (m.sent >= ENOUGH ? part / m.sent : 0);
  const weights: readonly (readonly [RiskAnswer["reasons"][number], boolean, number])[] = [
    ["restricted", m.restricted, 70],
    ["failures", m.failureRate >= 0.1, Math.round(m.failureRate * 100)],
    ["opt_outs", share(m.optOuts) >= 0.03, 20],
    ["few_replies", m.sent >= ENOUGH && share(m.replied) < 0.02, 15],
    ["near_cap", m.cap > 0 && m.sentToday >= m.cap * 0.8, 15],
    ["new_number", m.newNumber, 20],
  ];
  const heavy = weights.filter(([, holds]) => holds);
  return {
    score: Math.min(
      100,
      heavy.reduce((sum, [, , weight]) => sum + weight, 0),
    ),
    reasons: heavy.map(([reason]) => reason),
  };
}

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
  // The score is that of the number itself; the reasons are those of its campaigns.
  const score = 100 - healthOf(tenant, connectionId).score;
  return { ...scoreOf(measured), score, sentToday, cap, failureRate };
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
