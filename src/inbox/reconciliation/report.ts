import { setting } from "#accounts/settings/index.ts";
import { requireConnection } from "#channels/connections/index.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { checkAllowedAt } from "./check-now.ts";
import type { GapPage, ReconciliationReport, ReconciliationSummary } from "./contract.ts";
import { officialReport } from "./official.ts";
import { isCompared, LIMITS, mayClaim } from "./policy.ts";
import { presentGap, presentRun } from "./present.ts";
import * as sql from "./report.sql.ts";
import * as runsSql from "./runs.sql.ts";

const DAY_MS = 24 * 60 * 60_000;
const GAPS_PER_PAGE = 30;

/**
 * `GET /whatsapp/{id}/reconciliation`: never claims more than was compared (docs/rules/reconciliation.md#report). Throws
 * 404 ERR_NO_WAPP_FOUND.
 */
export async function readReport(
  { tenant }: UserCtx,
  connectionId: number,
  days: number,
): Promise<ReconciliationReport> {
  const { channel, provider } = requireConnection(tenant.db, connectionId);
  const supported = channel === "whatsapp" && provider !== "cloud";
  const now = tenant.clock.now();
  const since = now - days * DAY_MS;
  const runs = queryAll(tenant.db, runsSql.latestRuns, { connectionId, since }).map(presentRun);
  const { compared = 0, gaps = 0, filled = 0 } = queryOne(tenant.db, sql.sums, { connectionId, since }) ?? {};
  const coverage = coverageOf(tenant, connectionId, since, days);
  const allowedAt = checkAllowedAt(tenant, connectionId);
  return {
    days,
    supported,
    run: runs[0] ?? null,
    runs,
    compared,
    gaps,
    filled,
    ...coverage,
    daysWithoutGap: daysWithoutGap(tenant, connectionId),
    checkAllowedAt: allowedAt > now ? new Date(allowedAt).toISOString() : null,
    official: provider === "cloud" ? await officialReport(tenant, connectionId, since) : null,
  };
}

function coverageOf(
  tenant: Tenant,
  connectionId: number,
  since: number,
  days: number,
): Pick<ReconciliationReport, "activeChats" | "comparedChats" | "silentChats" | "isProven"> {
  const now = tenant.clock.now();
  const groups = setting(tenant, "CheckMsgIsGroup") ? 0 : 1;
  const chats = queryAll(tenant.db, sql.activeChats, { connectionId, since, groups });
  const compared = chats.filter((chat) => isCompared(chat, since, now)).length;
  return {
    activeChats: chats.length,
    comparedChats: compared,
    silentChats: chats.filter(({ silences }) => silences > 0).length,
    isProven: mayClaim(compared, chats.length) && hasComparedFor(tenant, connectionId, days),
  };
}

/** True when the first answered run was early enough to cover the first of these days. */
function hasComparedFor(tenant: Tenant, connectionId: number, days: number): boolean {
  const first = queryOne(tenant.db, sql.firstAnswer, { connectionId })?.at ?? null;
  return first !== null && first - LIMITS.lookBackMs <= tenant.clock.now() - days * DAY_MS;
}

/** Whole days since the time of the last missed message, but not before the first comparison. */
function daysWithoutGap(tenant: Tenant, connectionId: number): number | null {
  const first = queryOne(tenant.db, sql.firstAnswer, { connectionId })?.at ?? null;
  if (first === null) return null;
  const lastGap = queryOne(tenant.db, sql.lastGap, { connectionId })?.at ?? 0;
  return Math.floor((tenant.clock.now() - Math.max(first, lastGap)) / DAY_MS);
}

/** Days of the summaries. */
const SUMMARY_DAYS = 30;

/** `GET /reconciliation`: the summary of each WhatsApp connection, for the list of connections. */
export function readSummaries({ tenant }: UserCtx): ReconciliationSummary[] {
  const since = tenant.clock.now() - SUMMARY_DAYS * DAY_MS;
  return queryAll(tenant.db, sql.whatsappConnections).map(({ id, provider }) => {
    const supported = provider !== "cloud";
    const { checkedAt, subscribedAt } = subscriptionOf(tenant, id);
    const { silentChats: _, ...coverage } = supported
      ? coverageOf(tenant, id, since, SUMMARY_DAYS)
      : { activeChats: 0, comparedChats: 0, silentChats: 0, isProven: false };
    return {
      whatsappId: id,
      supported,
      days: SUMMARY_DAYS,
      gaps: queryOne(tenant.db, sql.sums, { connectionId: id, since })?.gaps ?? 0,
      ...coverage,
      hasCompared: daysWithoutGap(tenant, id) !== null,
      subscribed: checkedAt === null ? null : subscribedAt === checkedAt,
    };
  });
}

function subscriptionOf({ db }: UserCtx["tenant"], connectionId: number) {
  const facts = queryOne(db, runsSql.phone, { connectionId });
  return { checkedAt: facts?.subscriptionCheckedAt ?? null, subscribedAt: facts?.subscribedAt ?? null };
}

/** `GET /whatsapp/{id}/gaps`. Throws 404 ERR_NO_WAPP_FOUND. */
export function readGaps({ tenant }: UserCtx, connectionId: number, before: number | undefined): GapPage {
  requireConnection(tenant.db, connectionId);
  const rows = queryAll(tenant.db, sql.gaps, {
    connectionId,
    before: before ?? Number.MAX_SAFE_INTEGER,
    limit: GAPS_PER_PAGE + 1,
  });
  return { gaps: rows.slice(0, GAPS_PER_PAGE).map(presentGap), hasMore: rows.length > GAPS_PER_PAGE };
}
