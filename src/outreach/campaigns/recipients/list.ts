import { and, asc, count, eq, getTableColumns, gt, type SQL, sql } from "drizzle-orm";
import type { RecipientAnswer, RecipientState } from "#outreach/campaigns/report/contract.ts";
import { type CampaignRecipient, campaignRecipient } from "#outreach/campaigns/schema.ts";
import type { Db } from "#platform/db/database.ts";

export interface RecipientFilter {
  readonly campaignId: number;
  readonly state: RecipientState | null;
  /** Without case and accents; "" = all. */
  readonly search: string;
}
/** Start of a page: after a position or, when that is unknown, an offset in rows. */
export type PageStart = { readonly after: number } | { readonly offset: number };
type RecipientRow = CampaignRecipient & { readonly ticketUuid: string | null };

const TICKET = sql<string | null>`(SELECT t.uuid FROM message m JOIN ticket t ON t.id = m.ticket_id
  WHERE m.id = ${campaignRecipient.messageId})`;

const matching = ({ campaignId, state, search }: RecipientFilter): SQL | undefined =>
  and(
    eq(campaignRecipient.campaignId, campaignId),
    state === null ? undefined : eq(campaignRecipient.state, state),
    search === "" ? undefined : sql`instr(${campaignRecipient.search}, ${search}) > 0`,
  );

/** Recipients in the order in which they get their message. */
export const listRecipients = (
  db: Db,
  wanted: RecipientFilter,
  limit: number,
  from: PageStart,
): readonly RecipientRow[] =>
  db
    .select({ ...getTableColumns(campaignRecipient), ticketUuid: TICKET })
    .from(campaignRecipient)
    .where(and(matching(wanted), "after" in from ? gt(campaignRecipient.position, from.after) : undefined))
    .orderBy(asc(campaignRecipient.position))
    .limit(limit)
    .offset("offset" in from ? from.offset : 0)
    .all();

export const countRecipients = (db: Db, wanted: RecipientFilter): number =>
  db.select({ n: count() }).from(campaignRecipient).where(matching(wanted)).get()?.n ?? 0;

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Row → answer. */
export const presentRecipient = (row: RecipientRow): RecipientAnswer => ({
  id: row.id,
  contactId: row.contactId,
  name: row.name,
  number: row.number,
  variant: row.variant,
  state: row.state,
  reason: row.reason,
  confirmation: row.confirmation,
  confirmationRequestedAt: instant(row.confirmationRequestedAt),
  confirmedAt: instant(row.confirmedAt),
  deliveredAt: instant(row.deliveredAt),
  receivedAt: instant(row.receivedAt),
  readAt: instant(row.readAt),
  repliedAt: instant(row.repliedAt),
  ticketUuid: row.ticketUuid,
});
