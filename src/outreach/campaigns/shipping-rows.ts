import { eq } from "drizzle-orm";
import { rowReader } from "#platform/db/columns.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { CampaignUpdated } from "./events.ts";
import { type Shipping, shipping } from "./schema.ts";

const { columns, read } = rowReader(shipping, "s");
const first = (row: unknown): Shipping | undefined => (row === undefined ? undefined : read(row));

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

/** Who is next in a campaign: those who said yes, then the others in their order. */
export const nextRecipient = (db: Db, campaignId: number): Shipping | undefined =>
  first(one(db, CONFIRMED, campaignId) ?? one(db, WAITING, campaignId));

/** The recipient whose state waits for this message. */
export const recipientOfMessage = (db: Db, messageId: number): Shipping | undefined =>
  first(one(db, OF_MESSAGE, messageId));

/** The oldest request this contact has not answered on this connection. */
export const awaitingAnswer = (db: Db, contactId: number, connectionId: number): Shipping | undefined =>
  first(one(db, AWAITING, contactId, connectionId));

/** The last campaign that wrote to this contact on this connection in this time (ms). */
export const lastWritten = (
  db: Db,
  contactId: number,
  connectionId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Shipping | undefined => first(one(db, LAST, contactId, connectionId, from, to));

export const shippingsOfContact = (db: Db, contactId: number): Shipping[] =>
  all(db, OF_CONTACT, contactId).map(read);

/** Writes what is different of a recipient, and tells. */
export function changeShipping(
  unit: TenantUnit,
  row: Pick<Shipping, "id" | "campaignId">,
  changes: Partial<Omit<Shipping, "id" | "campaignId">>,
): void {
  unit.db.update(shipping).set(changes).where(eq(shipping.id, row.id)).run();
  unit.emit(CampaignUpdated, { campaignId: row.campaignId });
}
