import type { CampaignDetail } from "#outreach/campaigns/contract.ts";
import { all, type Db, one } from "#platform/db/database.ts";

/** Pieces of a chart; each a whole number of minutes. */
const MOST_PIECES = 120;
const MINUTE_MS = 60_000;
const MARKS = ["delivered", "received", "read", "replied"] as const;
type Mark = (typeof MARKS)[number];

const SPAN = `SELECT min(delivered_at) AS first,
  max(max(delivered_at), coalesce(max(received_at), 0), coalesce(max(read_at), 0), coalesce(max(replied_at), 0)) AS last
  FROM campaign_recipient WHERE campaign_id = ? AND delivered_at IS NOT NULL`;
const PIECES = Object.fromEntries(
  MARKS.map((mark) => [
    mark,
    `SELECT CAST((${mark}_at - ?2) / ?3 AS INTEGER) AS piece, count(*) AS n FROM campaign_recipient
     WHERE campaign_id = ?1 AND ${mark}_at >= ?2 GROUP BY piece`,
  ]),
) as Record<Mark, string>;

/** How a campaign went over time: what happened in each piece, none of them left out. */
export function timelineOf(db: Db, campaignId: number): CampaignDetail["timeline"] {
  const span = one<{ first: number | null; last: number }>(db, SPAN, campaignId);
  if (!span || span.first === null) return { pieceMs: MINUTE_MS, points: [] };
  const { first, last } = span;
  const pieceMs = Math.max(1, Math.ceil((last - first + 1) / MOST_PIECES / MINUTE_MS)) * MINUTE_MS;
  const start = Math.floor(first / MINUTE_MS) * MINUTE_MS;
  const points = Array.from({ length: Math.floor((last - start) / pieceMs) + 1 }, (_, piece) => ({
    at: new Date(start + piece * pieceMs).toISOString(),
    ...{ delivered: 0, received: 0, read: 0, replied: 0 },
  }));
  for (const mark of MARKS)
    for (const { piece, n } of all<{ piece: number; n: number }>(
      db,
      PIECES[mark],
      campaignId,
      start,
      pieceMs,
    )) {
      const point = points[piece];
      if (point) point[mark] = n;
    }
  return { pieceMs, points };
}
