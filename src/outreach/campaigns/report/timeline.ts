import type { CampaignDetail } from "#outreach/campaigns/contract.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import * as sql from "./report.sql.ts";

/** Buckets of a chart; each is a whole number of minutes. */
const MAX_BUCKETS = 120;
const MINUTE_MS = 60_000;
/** The chart of a campaign over time: counts of every bucket, empty ones too. */
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
