import { query } from "#platform/db/query.ts";

export const insertReferral = query<{
  ticketId: number;
  trackingId: number | null;
  network: string;
  sourceType: string;
  sourceId: string;
  sourceUrl: string;
  headline: string;
  body: string;
  clickId: string;
  at: number;
}>(`INSERT INTO ticket_referral (ticket_id, period_id, network, source_type, source_id, source_url, headline, body, click_id, at)
  VALUES (:ticketId, :trackingId, :network, :sourceType, :sourceId, :sourceUrl, :headline, :body, :clickId, :at)`);
export const deleteOfTicket = query<{ ticketId: number }>(
  "DELETE FROM ticket_referral WHERE ticket_id = :ticketId",
);
