import * as sql from "#outreach/contact-lists/contact-lists.sql.ts";
import { ContactListUpdated, ItemsReloaded, ItemUpdated } from "#outreach/contact-lists/events.ts";
import { searchOf } from "#outreach/contact-lists/items/add-item.ts";
import { matchKey, type NumberAnswer } from "#people/contacts/index.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** An item whose number is checked. */
export interface CheckedNumber {
  readonly id: number;
  readonly number: string;
  readonly matchKey: string;
}

/** Up to this number, each changed item has its own event; above it, clients reload the list. */
const MAX_EVENTS = 25;
/** Wait before a number without a result is checked again, ms. */
const AGAIN_MS = 60 * 60_000;

/**
 * Stores the result of a check in every list with the number, in the network's form of the number; null = no result:
 * it is checked again in an hour.
 */
export function applyNumberResults(
  unit: TenantUnit,
  answers: readonly { readonly item: CheckedNumber; readonly answer: NumberAnswer | null }[],
): void {
  const changed: { readonly id: number; readonly contactListId: number }[] = [];
  for (const { item, answer } of answers) {
    if (!answer) {
      execute(unit.db, sql.checkLater, { at: unit.now + AGAIN_MS, matchKey: item.matchKey });
      continue;
    }
    const found = answer.identities.find(({ kind }) => kind === "pn")?.value;
    const number = found !== undefined && matchKey(found) === item.matchKey ? found : item.number;
    for (const same of queryAll(unit.db, sql.uncheckedWithKey, { matchKey: item.matchKey })) {
      const search = searchOf({ ...same, number });
      const valid = answer.exists ? 1 : 0;
      execute(unit.db, sql.writeResult, { id: same.id, valid, number, search, now: unit.now });
      changed.push(same);
    }
  }
  const lists = new Set(changed.map(({ contactListId }) => contactListId));
  for (const contactListId of lists) {
    unit.emit(ContactListUpdated, { contactListId });
    if (changed.length > MAX_EVENTS) unit.emit(ItemsReloaded, { contactListId });
  }
  if (changed.length <= MAX_EVENTS)
    for (const { id, contactListId } of changed) unit.emit(ItemUpdated, { contactListId, itemId: id });
}
