import * as sql from "#outreach/contact-lists/contact-lists.sql.ts";
import { CHECK_JOB } from "#outreach/contact-lists/job-names.ts";
import { matchKey } from "#people/contacts/index.ts";
import { execute } from "#platform/db/query.ts";
import { fold } from "#platform/text.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** A new item of a list; `number` has only digits. */
export interface NewItem {
  readonly name: string;
  readonly number: string;
  readonly email: string;
}

/**
 * Adds an item to a list, once per number; null when the list already has the number. Numbers of unknown validity are
 * checked in the background. The caller emits the event.
 */
export function insertItem(unit: TenantUnit, contactListId: number, item: NewItem): number | null {
  const { changes, id } = execute(unit.db, sql.insertItem, {
    ...{ contactListId, name: item.name, number: item.number, email: item.email },
    ...{ matchKey: matchKey(item.number), search: searchOf(item), now: unit.now },
  });
  if (changes === 0) return null;
  unit.scheduleWake(CHECK_JOB, unit.now);
  return id;
}

/** The text that searches match, without case and accents. */
export const searchOf = ({ name, number, email }: NewItem): string => fold(`${name}\n${number}\n${email}`);
