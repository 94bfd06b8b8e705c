import { eq } from "drizzle-orm";
import { CampaignUpdated } from "#outreach/campaigns/events.ts";
import { type CampaignRecipient, shipping } from "#outreach/campaigns/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

const { columns, read } = rowReader(shipping, "s");
const first = (row: unknown): CampaignRecipient | undefined => (row === undefined ? undefined : read(row));

const CONFIRMED = `SELECT ${columns} FROM campaign_recipient s INDEXED BY campaign_recipient_confirmed_first
  WHERE s.campaign_id = ? AND s.state = 'waiting' AND s.confirmed_at IS NOT NULL ORDER BY s.position LIMIT 1`;
const WAITING = `SELECT ${columns} FROM campaign_recipient s INDEXED BY campaign_recipient_state
  WHERE s.campaign_id = ? AND s.state = 'waiting' ORDER BY s.position LIMIT 1`;
const OF_MESSAGE = `SELECT ${columns} FROM campaign_recipient s WHERE s.message_id = ?`;
const AWAITING = `SELECT ${columns} FROM campaign_recipient s JOIN campaign c ON c.id = s.campaign_id
  WHERE s.contact_id = ?1 AND s.state = 'awaiting_confirmation' AND c.connection_id = ?2 AND c.deleted_at IS NULL
  ORDER BY s.confirmation_requested_at, s.id LIMIT 1`;
const LAST = `SELECT ${columns} FROM campaign_recipient s JOIN campaign c ON c.id = s.campaign_id
  WHERE s.contact_id = ?1 AND s.dispatched_at BETWEEN ?3 AND ?4 AND c.connection_id = ?2 AND c.deleted_at IS NULL
  ORDER BY s.dispatched_at DESC, s.id DESC LIMIT 1`;
const OF_CONTACT = `SELECT ${columns} FROM campaign_recipient s WHERE s.contact_id = ? ORDER BY s.id`;

/** The next recipient of a campaign: confirmed ones first, then the others by position. */
export const nextRecipient = (db: Db, campaignId: number): CampaignRecipient | undefined =>
  first(one(db, CONFIRMED, campaignId) ?? one(db, WAITING, campaignId));

/** The recipient whose state waits for this message. */
export const recipientOfMessage = (db: Db, messageId: number): CampaignRecipient | undefined =>
  first(one(db, OF_MESSAGE, messageId));

/** The oldest request this contact has not answered on this connection. */
export const recipientAwaitingAnswer = (
  db: Db,
  contactId: number,
  connectionId: number,
): CampaignRecipient | undefined => first(one(db, AWAITING, contactId, connectionId));

/** The last campaign that wrote to this contact on this connection in this time (ms). */
export const lastContacted = (
  db: Db,
  contactId: number,
  connectionId: number,
  { from, to }: { readonly from: number; readonly to: number },
): CampaignRecipient | undefined => first(one(db, LAST, contactId, connectionId, from, to));

export const recipientsOfContact = (db: Db, contactId: number): CampaignRecipient[] =>
  all(db, OF_CONTACT, contactId).map(read);

/** Writes changed fields of a recipient and emits the event. */
export function changeRecipient(
  unit: TenantUnit,
  row: Pick<CampaignRecipient, "id" | "campaignId">,
  changes: Partial<Omit<CampaignRecipient, "id" | "campaignId">>,
): void {
  unit.db.update(shipping).set(changes).where(eq(shipping.id, row.id)).run();
  unit.emit(CampaignUpdated, { campaignId: row.campaignId });
}
