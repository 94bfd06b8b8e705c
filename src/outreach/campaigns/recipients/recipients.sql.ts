import { type CampaignRecipient, campaignRecipient } from "#outreach/campaigns/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";

type Recipient<Key extends keyof CampaignRecipient> = Pick<CampaignRecipient, Key>;
type Of = { contactId: number; connectionId: number };

const { columns, read } = rowReader(campaignRecipient, "s");
export const readRecipient = read;

export const nextConfirmed = query<{ campaignId: number }, unknown>(
  `SELECT ${columns} FROM campaign_recipient s INDEXED BY campaign_recipient_confirmed_first
  WHERE s.campaign_id = :campaignId AND s.state = 'waiting' AND s.confirmed_at IS NOT NULL ORDER BY s.position LIMIT 1`,
);
export const nextWaiting = query<{ campaignId: number }, unknown>(
  `SELECT ${columns} FROM campaign_recipient s INDEXED BY campaign_recipient_state
  WHERE s.campaign_id = :campaignId AND s.state = 'waiting' ORDER BY s.position LIMIT 1`,
);
/** A recipient by number finds the contact that has it now. */
export const nextEstablished = query<{ campaignId: number; connectionId: number }, unknown>(
  `SELECT ${columns} FROM campaign_recipient s INDEXED BY campaign_recipient_state
  WHERE s.campaign_id = :campaignId AND s.state = 'waiting' AND EXISTS (
    SELECT 1 FROM ticket t WHERE t.connection_id = :connectionId AND t.last_customer_message_at IS NOT NULL
    AND t.wrote_elsewhere = 0 AND t.contact_id = CASE WHEN s.number = '' THEN s.contact_id ELSE (SELECT i.contact_id
      FROM contact_identity i WHERE i.kind = 'pn' AND i.scope = '' AND i.match_key = s.contact_key) END)
  ORDER BY s.position LIMIT 1`,
);
export const ofMessage = query<{ messageId: number }, unknown>(
  `SELECT ${columns} FROM campaign_recipient s WHERE s.message_id = :messageId`,
);
export const awaitingAnswer = query<Of, unknown>(
  `SELECT ${columns} FROM campaign_recipient s JOIN campaign c ON c.id = s.campaign_id
  WHERE s.contact_id = :contactId AND s.state = 'awaiting_confirmation' AND c.connection_id = :connectionId
    AND c.deleted_at IS NULL ORDER BY s.confirmation_requested_at, s.id LIMIT 1`,
);
export const lastDispatched = query<Of & { from: number; to: number }, unknown>(
  `SELECT ${columns} FROM campaign_recipient s JOIN campaign c ON c.id = s.campaign_id
  WHERE s.contact_id = :contactId AND s.dispatched_at BETWEEN :from AND :to AND c.connection_id = :connectionId
    AND c.deleted_at IS NULL ORDER BY s.dispatched_at DESC, s.id DESC LIMIT 1`,
);
export const ofContact = query<{ contactId: number }, unknown>(
  `SELECT ${columns} FROM campaign_recipient s WHERE s.contact_id = :contactId ORDER BY s.id`,
);

type Merged = { survivorId: number; loserId: number };
export const moveRecipients = query<Merged, Recipient<"id">>(
  "UPDATE campaign_recipient SET contact_id = :survivorId WHERE contact_id = :loserId RETURNING id",
);
/** `ids` is a JSON list. */
export const returnRecipients = query<{ contactId: number; survivorId: number; ids: string }>(
  `UPDATE campaign_recipient SET contact_id = :contactId
  WHERE contact_id = :survivorId AND id IN (SELECT value FROM json_each(:ids))`,
);

/** Rows per transaction, which takes a few milliseconds. */
const STEP = 200;

export type Person = Recipient<"id" | "contactId" | "number" | "name" | "email"> & {
  readonly key: string;
  readonly invalid: number;
  readonly optedOut: number;
  /** `blocked`: 2 or more = a group. */
  readonly blocked: number;
};
export const listedPeople = query<{ contactListId: number; after: number }, Person>(
  `SELECT i.id, i.match_key AS key, c.id AS contactId, i.number, i.name, i.email,
    i.is_whatsapp_valid IS 0 AS invalid, c.opted_out_at IS NOT NULL AS optedOut, coalesce(c.blocked, 0) AS blocked
  FROM contact_list_item i INDEXED BY contact_list_item_order
  LEFT JOIN contact_identity x ON x.kind = 'pn' AND x.scope = '' AND x.match_key = i.match_key
  LEFT JOIN contact c ON c.id = x.contact_id
  WHERE i.contact_list_id = :contactListId AND i.id > :after ORDER BY i.id LIMIT ${STEP}`,
);
export const taggedPeople = query<{ tagId: number; after: number }, Person>(
  `SELECT t.id, coalesce(x.match_key, 'c' || c.id) AS key, c.id AS contactId,
    coalesce(x.value, '') AS number, c.name, c.email, x.exists_state IS 'no' AS invalid,
    c.opted_out_at IS NOT NULL AS optedOut, c.blocked + 2 * c.is_group AS blocked
  FROM ticket_tag g JOIN ticket t ON t.id = g.ticket_id JOIN contact c ON c.id = t.contact_id
  LEFT JOIN contact_identity x ON x.id = (SELECT min(y.id) FROM contact_identity y WHERE y.contact_id = c.id AND y.kind = 'pn')
  WHERE g.tag_id = :tagId AND g.ticket_id > :after ORDER BY g.ticket_id LIMIT ${STEP}`,
);
export const insertRecipient = query<
  Recipient<
    "campaignId" | "position" | "contactKey" | "contactId" | "number" | "name" | "email" | "state" | "reason"
  >
>(`INSERT INTO campaign_recipient (campaign_id, position, contact_key, contact_id, number, name, email, search, state, reason)
  VALUES (:campaignId, :position, :contactKey, :contactId, :number, :name, :email, fold(:name) || ' ' || :number, :state, :reason)
  ON CONFLICT (campaign_id, contact_key) DO NOTHING`);
export const lastPosition = query<{ campaignId: number }, { n: number }>(
  "SELECT coalesce(max(position), -1) AS n FROM campaign_recipient WHERE campaign_id = :campaignId",
);
export const deleteUnsentStep = query<{ campaignId: number }>(
  `DELETE FROM campaign_recipient WHERE id IN (SELECT id FROM campaign_recipient WHERE campaign_id = :campaignId
  AND state IN ('waiting', 'skipped') AND dispatched_at IS NULL LIMIT ${STEP})`,
);
export const hasListNamed = query<{ name: string }, unknown>(
  "SELECT 1 FROM contact_list WHERE name = :name COLLATE NOCASE",
);
// Steps by position, in any state, so that every step has the same number of rows.
export const reopenedStep = query<
  { campaignId: number; from: number },
  Recipient<"id" | "position" | "state" | "reason"> & { readonly sent: string | null }
>(`SELECT s.id, s.position, s.state, s.reason,
    CASE WHEN s.state IN ('queued', 'awaiting_confirmation') THEN coalesce(
      (SELECT o.state FROM outbox o WHERE o.message_id = s.message_id AND o.kind = 'message'), 'gone') END AS sent
  FROM campaign_recipient s INDEXED BY campaign_recipient_position
  WHERE s.campaign_id = :campaignId AND s.position >= :from ORDER BY s.position LIMIT ${STEP}`);
/** Sets recipients to waiting; those who have not confirmed get the request again. `ids` is a JSON list. */
export const reopen = query<{ ids: string }>(
  `UPDATE campaign_recipient SET state = 'waiting', reason = NULL,
  confirmation_requested_at = CASE WHEN confirmed_at IS NOT NULL THEN confirmation_requested_at END
  WHERE id IN (SELECT value FROM json_each(:ids))`,
);
// Searched through the connection's queue, which is short; a campaign has many source keys.
export const queuedInOutbox = query<{ connectionId: number; from: string; to: string }, { id: number }>(
  `SELECT id FROM outbox WHERE connection_id = :connectionId AND state = 'queued' AND +source = 'campaign'
  AND source_key >= :from AND source_key < :to`,
);
/** Deletes one step of the recipients of deleted campaigns. */
export const deleteDeletedStep = query(
  `DELETE FROM campaign_recipient WHERE id IN (SELECT s.id FROM campaign_recipient s JOIN campaign c ON c.id = s.campaign_id
  WHERE c.deleted_at IS NOT NULL LIMIT 1000)`,
);
export const deleteEmptyCampaigns = query(`DELETE FROM campaign WHERE deleted_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM campaign_recipient s WHERE s.campaign_id = campaign.id)`);
export const tagName = query<{ id: number }, { name: string }>("SELECT name FROM tag WHERE id = :id");
