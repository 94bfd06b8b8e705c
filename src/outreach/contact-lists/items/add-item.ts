import { CHECK_JOB } from "#outreach/contact-lists/job-names.ts";
import { matchKey } from "#people/contacts/index.ts";
import { run } from "#platform/db/database.ts";
import { fold } from "#platform/text.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** A person for a list; `number` are digits. */
export interface NewItem {
  readonly name: string;
  readonly number: string;
  readonly email: string;
}

/** docs/rules/contacts.md#number-check: a result of the network is valid for 30 days. */
const BELIEVED_MS = 30 * 24 * 60 * 60_000;

/** What is known of the number already is taken over: from a check of the last 30 days, else from the contact. */
const INSERT = `INSERT INTO contact_list_item
    (contact_list_id, name, number, match_key, email, is_whatsapp_valid, check_at, search, created_at, updated_at)
  SELECT ?1, ?2, ?3, ?4, ?5, known, CASE WHEN known IS NULL THEN ?7 END, ?6, ?7, ?7
  FROM (SELECT coalesce(
    (SELECT found FROM number_check WHERE match_key = ?4 AND checked_at > ?7 - ${BELIEVED_MS}),
    (SELECT CASE exists_state WHEN 'yes' THEN 1 WHEN 'no' THEN 0 END FROM contact_identity
      WHERE kind = 'pn' AND scope = '' AND match_key = ?4)) AS known)
  WHERE true
  ON CONFLICT (contact_list_id, match_key) DO NOTHING`;

/**
 * Adds a person to a list, once per number; null when the list has the number already. Numbers without a known result are
 * checked in the background. Emits no event: the caller does.
 */
export function insertItem(unit: TenantUnit, contactListId: number, item: NewItem): number | null {
  const key = matchKey(item.number);
  const { changes, id } = run(
    unit.db,
    INSERT,
    contactListId,
    item.name,
    item.number,
    key,
    item.email,
    searchOf(item),
    unit.now,
  );
  if (changes === 0) return null;
  unit.scheduleWake(CHECK_JOB, unit.now);
  return id;
}

/** Folded text that searches match. */
export const searchOf = ({ name, number, email }: NewItem): string => fold(`${name}\n${number}\n${email}`);
