import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { CampaignDetail } from "#outreach/campaigns/contract.ts";
import { campaign } from "#outreach/campaigns/schema.ts";
import { findList } from "#outreach/contact-lists/index.ts";
import { findFileList } from "#outreach/file-lists/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import * as sql from "./editing.sql.ts";

type Contacts = NonNullable<CampaignDetail["contactList"]>["contacts"];

export const nameOfList = (db: Db, id: number | null): string | null =>
  id === null ? null : (findList(db, id)?.name ?? null);
export const nameOfFileList = (db: Db, id: number | null): string | null =>
  id === null ? null : (findFileList(db, id)?.name ?? null);

/** The first items of a contact list. */
export const contactsOfList = (db: Db, contactListId: number, limit: number): Contacts =>
  queryAll(db, sql.itemsOfList, { contactListId, limit }).map(({ valid, ...item }) => ({
    ...item,
    isWhatsappValid: valid === null ? null : valid === 1,
  }));

const isNeeded = (db: Db, condition: SQL): boolean =>
  db
    .select({ id: campaign.id })
    .from(campaign)
    .where(and(inArray(campaign.status, ["scheduled", "running"]), isNull(campaign.deletedAt), condition))
    .get() !== undefined;

/** Lists of a scheduled or running campaign may not be deleted (docs/rules/imports.md#lists, docs/rules/team.md#file-lists). */
export const campaignListUse = {
  contactList: (db: Db, id: number): boolean => isNeeded(db, eq(campaign.contactListId, id)),
  fileList: (db: Db, id: number): boolean => isNeeded(db, eq(campaign.fileListId, id)),
};
