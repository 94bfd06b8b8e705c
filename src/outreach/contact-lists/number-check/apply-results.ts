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

/** Up to so many changed items have an event each; with more, clients reload the list. */
const MAX_EVENTS = 25;
/** A number without a result is checked again after this, ms. */
const AGAIN_MS = 60 * 60_000;

/**
 * Stores the result of a check on every list with the number; null = no result: checked again in an hour.
 * The number takes the form the network uses.
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
