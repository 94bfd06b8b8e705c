import { RATE } from "#outreach/campaigns/sending/failures.ts";
import { query } from "#platform/db/query.ts";

type Of = { connectionId: number; since: number };

export const lastStates = query<Of, { state: string }>(
  `SELECT s.state FROM campaign_recipient s JOIN campaign c ON c.id = s.campaign_id
  WHERE c.connection_id = :connectionId AND c.last_dispatched_at >= :since AND s.dispatched_at >= :since
  ORDER BY s.dispatched_at DESC LIMIT ${RATE.of}`,
);
