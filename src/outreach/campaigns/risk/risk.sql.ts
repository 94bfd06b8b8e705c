import { RATE } from "#outreach/campaigns/sending/failures.ts";
import { query } from "#platform/db/query.ts";

type Of = { connectionId: number; since: number };

export const lastStates = query<Of, { state: string }>(
  `SELECT s.state FROM campaign_recipient s JOIN campaign c ON c.id = s.campaign_id
  WHERE c.connection_id = :connectionId AND c.last_dispatched_at >= :since AND s.dispatched_at >= :since
  ORDER BY s.dispatched_at DESC LIMIT ${RATE.of}`,
);
export const week = query<Of, { sent: number; replied: number; optOuts: number }>(
  `SELECT count(*) AS sent, count(s.replied_at) AS replied,
    (SELECT count(*) FROM contact k WHERE k.opted_out_at >= :since AND k.id IN (
      SELECT o.contact_id FROM campaign_recipient o JOIN campaign p ON p.id = o.campaign_id
      WHERE p.connection_id = :connectionId AND p.last_dispatched_at >= :since AND o.dispatched_at >= :since)) AS optOuts
  FROM campaign_recipient s JOIN campaign c ON c.id = s.campaign_id
  WHERE c.connection_id = :connectionId AND c.last_dispatched_at >= :since AND s.dispatched_at >= :since
    AND s.delivered_at IS NOT NULL`,
);
