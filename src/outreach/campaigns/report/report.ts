import { and, eq, ne } from "drizzle-orm";
import type { CampaignDetail } from "#outreach/campaigns/contract.ts";
import { listCampaigns } from "#outreach/campaigns/queries.ts";
import { campaignsAllowed } from "#outreach/campaigns/require-campaigns.ts";
import { type Campaign, campaignTally } from "#outreach/campaigns/schema.ts";
import { waitsOf } from "#outreach/campaigns/sending/pacing.ts";
import { paceOf } from "#outreach/campaigns/sending/sender-state.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { isAdmin, type UserCtx } from "#tenants/tenant.ts";
import { type CampaignReport, RECIPIENT_STATES } from "./contract.ts";
import * as sql from "./report.sql.ts";

const REACHED = ["delivered", "received", "read", "replied", "asked", "confirmed"] as const;

/**
 * The counts of a campaign (docs/rules/campaigns.md#report), read from counters that triggers update: equally fast
 * for 100,000 recipients and for one.
 */
export function reportOf(db: Db, campaignId: number): CampaignReport {
  const reached = Object.fromEntries(REACHED.map((what) => [what, 0])) as Record<
    (typeof REACHED)[number],
    number
  >;
  const states: Record<string, number> = Object.fromEntries(RECIPIENT_STATES.map((state) => [state, 0]));
  const failed: Record<string, number> = {};
  const skipped: Record<string, number> = {};
  const tally = db
    .select()
    .from(campaignTally)
    .where(and(eq(campaignTally.campaignId, campaignId), ne(campaignTally.n, 0)))
    .all();
  for (const { what, n } of tally) {
    const colon = what.indexOf(":");
    if (colon < 0) {
      reached[what as keyof typeof reached] = n;
      continue;
    }
    const [state, reason] = [what.slice(0, colon), what.slice(colon + 1)];
    states[state] = (states[state] ?? 0) + n;
    if (state === "failed") failed[reason] = n;
    if (state === "skipped") skipped[reason] = n;
  }
  const total = Object.values(states).reduce((sum, n) => sum + n, 0);
  const valid = total - (skipped["invalid"] ?? 0);
  const { asked, confirmed, ...marks } = reached;
  return {
    total,
    valid,
    ...marks,
    progress: valid === 0 ? 0 : marks.delivered / valid,
    confirmationsRequested: asked,
    confirmations: confirmed,
    expired: states["expired"] ?? 0,
    failed,
    skipped,
    states,
  };
}

/** Buckets of a chart; each is a whole number of minutes. */
const MAX_BUCKETS = 120;
const MINUTE_MS = 60_000;
/** The timeline of a campaign: the counts of every bucket, including empty ones. */
export function timelineOf(db: Db, campaignId: number): CampaignDetail["timeline"] {
  const span = queryOne(db, sql.timelineRange, { campaignId });
  if (!span || span.first === null) return { pieceMs: MINUTE_MS, points: [] };
  const { first, last } = span;
  const pieceMs = Math.max(1, Math.ceil((last - first + 1) / MAX_BUCKETS / MINUTE_MS)) * MINUTE_MS;
  const start = Math.floor(first / MINUTE_MS) * MINUTE_MS;
  const points = Array.from({ length: Math.floor((last - start) / pieceMs) + 1 }, (_, bucket) => ({
    at: new Date(start + bucket * pieceMs).toISOString(),
    ...{ delivered: 0, received: 0, read: 0, replied: 0 },
  }));
  for (const mark of sql.MARKS)
    for (const { bucket, n } of queryAll(db, sql.timelineBuckets[mark], {
      campaignId,
      start,
      bucketMs: pieceMs,
    })) {
      const point = points[bucket];
      if (point) point[mark] = n;
    }
  return { pieceMs, points };
}

/** Maximum number of running campaigns listed together. */
const SHOWN = 20;

export interface RunningCampaign {
  readonly row: Campaign;
  readonly report: CampaignReport;
  /** Seconds until the last recipient at the current pace; null while it is paused or no recipient waits. */
  readonly secondsLeft: number | null;
}

/** The running campaigns with their progress, newest first; empty for callers who may not see campaigns. */
export function runningCampaigns({ tenant, actor }: UserCtx): readonly RunningCampaign[] {
  if (!isAdmin(actor) || !campaignsAllowed(tenant)) return [];
  const pace = paceOf(tenant);
  const running = listCampaigns(tenant.db, { search: "", status: "running" }, SHOWN, 0);
  return running.map(({ row }) => {
    const report = reportOf(tenant.db, row.id);
    const waiting = report.states["waiting"] ?? 0;
    const ms = waitsOf(Math.max(1, row.paced), row.paced + waiting - 1, pace);
    return { row, report, secondsLeft: row.pausedAt === null && waiting > 0 ? Math.ceil(ms / 1000) : null };
  });
}
