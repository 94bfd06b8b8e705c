import type { CampaignRecipient } from "#outreach/campaigns/schema.ts";
import { query } from "#platform/db/query.ts";

export const MARKS = ["delivered", "received", "read", "replied"] as const;
export type Mark = (typeof MARKS)[number];

export const timelineRange = query<{ campaignId: number }, { first: number | null; last: number }>(
  `SELECT min(delivered_at) AS first,
  max(max(delivered_at), coalesce(max(received_at), 0), coalesce(max(read_at), 0), coalesce(max(replied_at), 0)) AS last
  FROM campaign_recipient WHERE campaign_id = :campaignId AND delivered_at IS NOT NULL`,
);
const bucketsOf = (mark: Mark) =>
  query<{ campaignId: number; start: number; bucketMs: number }, { bucket: number; n: number }>(
    `SELECT CAST((${mark}_at - :start) / :bucketMs AS INTEGER) AS bucket, count(*) AS n FROM campaign_recipient
     WHERE campaign_id = :campaignId AND ${mark}_at >= :start GROUP BY bucket`,
  );
export const timelineBuckets = {
  delivered: bucketsOf("delivered"),
  received: bucketsOf("received"),
  read: bucketsOf("read"),
  replied: bucketsOf("replied"),
} as const;

export type CsvRow = Omit<
  CampaignRecipient,
  "id" | "campaignId" | "contactKey" | "contactId" | "search" | "messageId" | "dispatchedAt"
>;
export const csvRows = query<{ campaignId: number; after: number }, CsvRow>(
  `SELECT position, name, number, email, variant, state, reason, confirmation,
    confirmation_requested_at AS confirmationRequestedAt, confirmed_at AS confirmedAt, delivered_at AS deliveredAt,
    received_at AS receivedAt, read_at AS readAt, replied_at AS repliedAt
  FROM campaign_recipient INDEXED BY campaign_recipient_position
  WHERE campaign_id = :campaignId AND position > :after ORDER BY position LIMIT 500`,
);
export const campaignsOfContact = query<{ contactId: number }, Record<string, unknown>>(
  `SELECT c.name AS campaign, s.state, s.reason, s.number, s.name, s.email, s.confirmation,
    s.confirmation_requested_at AS confirmationRequestedAt, s.confirmed_at AS confirmedAt,
    s.delivered_at AS deliveredAt, s.received_at AS receivedAt, s.read_at AS readAt, s.replied_at AS repliedAt
  FROM campaign_recipient s JOIN campaign c ON c.id = s.campaign_id WHERE s.contact_id = :contactId ORDER BY s.id`,
);
