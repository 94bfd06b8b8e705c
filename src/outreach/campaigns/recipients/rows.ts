import { eq } from "drizzle-orm";
import { CampaignUpdated } from "#outreach/campaigns/events.ts";
import { type CampaignRecipient, campaignRecipient } from "#outreach/campaigns/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./recipients.sql.ts";

const first = (row: unknown): CampaignRecipient | undefined =>
  row === undefined ? undefined : sql.readRecipient(row);

/** The next recipient of a campaign: confirmed ones first, then the others by position. */
export const nextRecipient = (db: Db, campaignId: number): CampaignRecipient | undefined =>
  first(queryOne(db, sql.nextConfirmed, { campaignId }) ?? queryOne(db, sql.nextWaiting, { campaignId }));

/** The next waiting recipient who wrote on this connection before, by position. */
export const nextEstablished = (
  db: Db,
  campaignId: number,
  connectionId: number,
): CampaignRecipient | undefined => first(queryOne(db, sql.nextEstablished, { campaignId, connectionId }));

/** The recipient whose state waits for the result of this message. */
export const recipientOfMessage = (db: Db, messageId: number): CampaignRecipient | undefined =>
  first(queryOne(db, sql.ofMessage, { messageId }));

/** The oldest request this contact has not answered on this connection. */
export const recipientAwaitingAnswer = (
  db: Db,
  contactId: number,
  connectionId: number,
): CampaignRecipient | undefined => first(queryOne(db, sql.awaitingAnswer, { contactId, connectionId }));

/** The last campaign that wrote to this contact on this connection in this period (ms). */
export const lastContacted = (
  db: Db,
  contactId: number,
  connectionId: number,
  range: { readonly from: number; readonly to: number },
): CampaignRecipient | undefined =>
  first(queryOne(db, sql.lastDispatched, { contactId, connectionId, ...range }));

export const recipientsOfContact = (db: Db, contactId: number): CampaignRecipient[] =>
  queryAll(db, sql.ofContact, { contactId }).map(sql.readRecipient);

/** Writes changed fields of a recipient and emits the event. */
export function changeRecipient(
  unit: TenantUnit,
  row: Pick<CampaignRecipient, "id" | "campaignId">,
  changes: Partial<Omit<CampaignRecipient, "id" | "campaignId">>,
): void {
  unit.db.update(campaignRecipient).set(changes).where(eq(campaignRecipient.id, row.id)).run();
  unit.emit(CampaignUpdated, { campaignId: row.campaignId });
}
