import { ContactListUpdated, ItemsReloaded, ItemUpdated } from "#outreach/contact-lists/events.ts";
import { searchOf } from "#outreach/contact-lists/items/add-item.ts";
import { matchKey, type NumberAnswer } from "#people/contacts/index.ts";
import { all, run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** An item whose number is checked. */
export interface CheckedNumber {
  readonly id: number;
  readonly number: string;
  readonly matchKey: string;
}

/** Told one by one up to here; more, and clients read the list again. */
const TOLD_EACH = 25;
/** A number without a result is checked again after this, ms. */
const AGAIN_MS = 60 * 60_000;

const SAME_NUMBER = `SELECT id, contact_list_id AS contactListId, name, email FROM contact_list_item
  WHERE match_key = ? AND check_at IS NOT NULL`;
const SETTLE = `UPDATE contact_list_item SET is_whatsapp_valid = ?, number = ?, search = ?, check_at = NULL,
  updated_at = ? WHERE id = ?`;
const LATER = "UPDATE contact_list_item SET check_at = ? WHERE match_key = ? AND check_at IS NOT NULL";

interface Same {
  readonly id: number;
  readonly contactListId: number;
  readonly name: string;
  readonly email: string;
}

/**
 * Stores the result of a check on every list with the number; null = no result: checked again in an hour.
 * The number takes the form the network uses.
 */
export function applyNumberResults(
  unit: TenantUnit,
  answers: readonly { readonly item: CheckedNumber; readonly answer: NumberAnswer | null }[],
): void {
  const changed: Same[] = [];
  for (const { item, answer } of answers) {
    if (!answer) {
      run(unit.db, LATER, unit.now + AGAIN_MS, item.matchKey);
      continue;
    }
    const said = answer.identities.find(({ kind }) => kind === "pn")?.value;
    const number = said !== undefined && matchKey(said) === item.matchKey ? said : item.number;
    for (const same of all<Same>(unit.db, SAME_NUMBER, item.matchKey)) {
      const search = searchOf({ ...same, number });
      run(unit.db, SETTLE, answer.exists ? 1 : 0, number, search, unit.now, same.id);
      changed.push(same);
    }
  }
  const lists = new Set(changed.map(({ contactListId }) => contactListId));
  for (const contactListId of lists) {
    unit.emit(ContactListUpdated, { contactListId });
    if (changed.length > TOLD_EACH) unit.emit(ItemsReloaded, { contactListId });
  }
  if (changed.length <= TOLD_EACH)
    for (const { id, contactListId } of changed) unit.emit(ItemUpdated, { contactListId, itemId: id });
}
