import type { CampaignDetail } from "#outreach/campaigns/contract.ts";
import { findList } from "#outreach/contact-lists/index.ts";
import { findFileList } from "#outreach/file-lists/index.ts";
import { all, type Db, one } from "#platform/db/database.ts";

type Contacts = NonNullable<CampaignDetail["contactList"]>["contacts"];
type Item = Omit<Contacts[number], "isWhatsappValid"> & { readonly valid: number | null };

// By id: the first rows of the largest list cost no more than those of a small one.
const ITEMS = `SELECT id, name, number, email, is_whatsapp_valid AS valid FROM contact_list_item
  WHERE contact_list_id = ? LIMIT ?`;
const NEEDED = `SELECT 1 FROM campaign WHERE status IN ('scheduled', 'running') AND deleted_at IS NULL`;

export const nameOfList = (db: Db, id: number | null): string | null =>
  id === null ? null : (findList(db, id)?.name ?? null);
export const nameOfFileList = (db: Db, id: number | null): string | null =>
  id === null ? null : (findFileList(db, id)?.name ?? null);

/** The first of a contact list. */
export const contactsOfList = (db: Db, listId: number, limit: number): Contacts =>
  all<Item>(db, ITEMS, listId, limit).map(({ valid, ...item }) => ({
    ...item,
    isWhatsappValid: valid === null ? null : valid === 1,
  }));

/** What a campaign that is planned or runs needs stays (docs/rules/imports.md#lists, docs/rules/team.md#file-lists). */
export const campaignListUse = {
  contactList: (db: Db, id: number): boolean =>
    one(db, `${NEEDED} AND contact_list_id = ?`, id) !== undefined,
  fileList: (db: Db, id: number): boolean => one(db, `${NEEDED} AND file_list_id = ?`, id) !== undefined,
};
