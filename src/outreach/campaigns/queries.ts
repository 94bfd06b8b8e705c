import { and, count, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { connection } from "#channels/connections/schema.ts";
import { tag } from "#people/tags/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import { byId, readCampaign } from "./campaigns.sql.ts";
import { noCampaign } from "./errors.ts";
import { type Campaign, type CampaignStatus, campaign } from "./schema.ts";

/** A campaign with the names of its rows, for display. */
export interface CampaignView {
  readonly row: Campaign;
  readonly connectionName: string | null;
  readonly tagName: string | null;
}

const view = { row: campaign, connectionName: connection.name, tagName: tag.name };
const from = (db: Db) =>
  db
    .select(view)
    .from(campaign)
    .leftJoin(connection, eq(connection.id, campaign.connectionId))
    .leftJoin(tag, eq(tag.id, campaign.tagListId));

export interface CampaignFilter {
  /** Without case and accents; "" = all. */
  readonly search: string;
  readonly status: CampaignStatus | null;
}
const matching = ({ search, status }: CampaignFilter): SQL | undefined =>
  and(
    isNull(campaign.deletedAt),
    status === null ? undefined : eq(campaign.status, status),
    search === "" ? undefined : sql`instr(fold(${campaign.name}), ${search}) > 0`,
  );

/** Newest first. */
export const listCampaigns = (
  db: Db,
  wanted: CampaignFilter,
  limit: number,
  offset: number,
): readonly CampaignView[] =>
  from(db).where(matching(wanted)).orderBy(desc(campaign.id)).limit(limit).offset(offset).all();

export const countCampaigns = (db: Db, wanted: CampaignFilter): number =>
  db.select({ n: count() }).from(campaign).where(matching(wanted)).get()?.n ?? 0;

/** Undefined when the company has no such campaign. */
export const findCampaign = (db: Db, id: number): CampaignView | undefined =>
  from(db)
    .where(and(eq(campaign.id, id), isNull(campaign.deletedAt)))
    .get();

/**
 * Like `findCampaign`, but without the names of connection and tag. Hand-written SQL for speed, because every sent
 * message of a campaign reads this row.
 */
export function campaignById(db: Db, id: number): Campaign | undefined {
  const row = queryOne(db, byId, { id });
  return row === undefined ? undefined : readCampaign(row);
}

/** Throws 404 ERR_NOT_FOUND. */
export function requireCampaign(db: Db, id: number): Campaign {
  const found = campaignById(db, id);
  if (!found) throw noCampaign();
  return found;
}
