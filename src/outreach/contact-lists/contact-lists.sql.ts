import { rowReader } from "#platform/db/columns.ts";
import { builtQuery, query } from "#platform/db/query.ts";
import type { Validity } from "./contract.ts";
import { type ContactListItem, contactListItem } from "./schema.ts";

type Item<Key extends keyof ContactListItem> = Pick<ContactListItem, Key>;

/** Contacts per transaction or read of a fill; other work runs between two. */
const FILL_STEP = 250;
/** Rows of an export read at a time. */
export const EXPORT_STEP = 500;
/** Items deleted per transaction; other work runs between two. */
const SWEEP_STEP = 500;
/** Items per run of the number check; most need no request. */
const CHECK_STEP = 200;
/** docs/rules/contacts.md#number-check: a result of the network is valid for 30 days. */
const VALID_MS = 30 * 24 * 60 * 60_000;

const { columns, read } = rowReader(contactListItem);
export const readItem = read;

const VALIDITY: Readonly<Record<Validity, string>> = {
  valid: "is_whatsapp_valid = 1",
  invalid: "is_whatsapp_valid = 0",
  unknown: "is_whatsapp_valid IS NULL",
};
const shown = (validity: Validity | undefined): string =>
  `contact_list_item WHERE contact_list_id = :contactListId AND (:search = '' OR instr(search, :search) > 0)${
    validity ? ` AND ${VALIDITY[validity]}` : ""
  }`;
const BY_NAME = "ORDER BY name COLLATE NOCASE, id";
// The first half uses the index; a row value would be compared row by row.
const AFTER_NAME = "name COLLATE NOCASE >= :name AND (name COLLATE NOCASE > :name OR id > :id)";
type Shown = { contactListId: number; search: string };

export const itemsAfter = (validity: Validity | undefined) =>
  builtQuery<Shown & { name: string; id: number; limit: number }, unknown>(
    `SELECT ${columns} FROM ${shown(validity)} AND ${AFTER_NAME} ${BY_NAME} LIMIT :limit`,
  );
export const itemsFrom = (validity: Validity | undefined) =>
  builtQuery<Shown & { limit: number; skip: number }, unknown>(
    `SELECT ${columns} FROM ${shown(validity)} ${BY_NAME} LIMIT :limit OFFSET :skip`,
  );
export const countItems = (validity: Validity | undefined) =>
  builtQuery<Shown, { n: number }>(`SELECT count(*) AS n FROM ${shown(validity)}`);

/** Inserts an item with its validity, if it is known: from a check of the last 30 days, otherwise from the contact. */
export const insertItem = query<
  Item<"contactListId" | "name" | "number" | "matchKey" | "email" | "search"> & { now: number }
>(`INSERT INTO contact_list_item
    (contact_list_id, name, number, match_key, email, is_whatsapp_valid, check_at, search, created_at, updated_at)
  SELECT :contactListId, :name, :number, :matchKey, :email, known, CASE WHEN known IS NULL THEN :now END, :search, :now, :now
  FROM (SELECT coalesce(
    (SELECT found FROM number_check WHERE match_key = :matchKey AND checked_at > :now - ${VALID_MS}),
    (SELECT CASE exists_state WHEN 'yes' THEN 1 WHEN 'no' THEN 0 END FROM contact_identity
      WHERE kind = 'pn' AND scope = '' AND match_key = :matchKey)) AS known)
  WHERE true
  ON CONFLICT (contact_list_id, match_key) DO NOTHING`);
/** `ids` is a JSON list. */
export const deleteItems = query<{ contactListId: number; ids: string }>(`DELETE FROM contact_list_item
  WHERE contact_list_id = :contactListId AND id IN (SELECT value FROM json_each(:ids))`);

/**
 * A deleted list that still has items. Skips from list to list in the index, one search for each, regardless of their
 * size.
 */
export const deletedList = query<Record<never, never>, { id: number }>(
  `WITH RECURSIVE list (id) AS (SELECT min(contact_list_id) FROM contact_list_item UNION ALL
    SELECT (SELECT min(contact_list_id) FROM contact_list_item WHERE contact_list_id > list.id) FROM list WHERE list.id IS NOT NULL)
  SELECT id FROM list WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM contact_list) LIMIT 1`,
);
export const deleteSomeItems = query<{ id: number }>(`DELETE FROM contact_list_item WHERE id IN
  (SELECT id FROM contact_list_item WHERE contact_list_id = :id LIMIT ${SWEEP_STEP})`);

export const dueChecks = query<{ now: number }, Item<"id" | "number" | "matchKey">>(
  `SELECT id, number, match_key AS matchKey FROM contact_list_item INDEXED BY contact_list_item_check
  WHERE check_at IS NOT NULL AND check_at <= :now AND contact_list_id IN (SELECT id FROM contact_list)
  ORDER BY check_at, id LIMIT ${CHECK_STEP}`,
);
export const nextCheck = query<Record<never, never>, { at: number }>(
  `SELECT check_at AS at FROM contact_list_item INDEXED BY contact_list_item_check WHERE check_at IS NOT NULL
  AND contact_list_id IN (SELECT id FROM contact_list) ORDER BY check_at LIMIT 1`,
);
export const anyCheck = query<Record<never, never>, unknown>(
  "SELECT 1 FROM contact_list_item WHERE check_at IS NOT NULL LIMIT 1",
);
export const uncheckedWithKey = query<Item<"matchKey">, Item<"id" | "contactListId" | "name" | "email">>(
  `SELECT id, contact_list_id AS contactListId, name, email FROM contact_list_item
  WHERE match_key = :matchKey AND check_at IS NOT NULL`,
);
export const writeResult = query<Item<"id" | "number" | "search"> & { valid: number; now: number }>(
  `UPDATE contact_list_item SET is_whatsapp_valid = :valid, number = :number, search = :search, check_at = NULL,
  updated_at = :now WHERE id = :id`,
);
export const checkLater = query<Item<"matchKey"> & { at: number }>(
  "UPDATE contact_list_item SET check_at = :at WHERE match_key = :matchKey AND check_at IS NOT NULL",
);

export type ExportedItem = Item<"id" | "name" | "number" | "email"> & { readonly valid: number | null };
export const exportedItems = query<{ contactListId: number; name: string; id: number }, ExportedItem>(
  `SELECT id, name, number, email, is_whatsapp_valid AS valid FROM contact_list_item
  WHERE contact_list_id = :contactListId AND ${AFTER_NAME} ${BY_NAME} LIMIT ${EXPORT_STEP}`,
);

/** Conditions of a fill; null = no condition. Lists are JSON; times are ms, the end is exclusive. */
export interface FillConditions {
  readonly tagIds: string | null;
  readonly hasEmail: number | null;
  readonly createdFrom: number | null;
  readonly createdTo: number | null;
  readonly lastFrom: number | null;
  readonly lastTo: number | null;
  readonly queueIds: string | null;
  readonly contactIds: string | null;
}
type Fill = { -readonly [Key in keyof FillConditions]: FillConditions[Key] };
/**
 * Contacts in one step of the address book that have a phone number and are not blocked. The index is named because
 * the planner would otherwise scan all identities in each step.
 */
const MATCHING = `FROM contact c JOIN contact_identity i INDEXED BY contact_identity_contact ON i.contact_id = c.id AND i.kind = 'pn' AND i.scope = ''
  WHERE ${conditions()}`;
/** The conditions of the user, on contacts in one step of the address book. */
function conditions(): string {
  return `c.is_group = 0 AND c.blocked = 0
    AND (:tagIds IS NULL OR EXISTS (SELECT 1 FROM ticket t JOIN ticket_tag g ON g.ticket_id = t.id
      WHERE t.contact_id = c.id AND g.tag_id IN (SELECT value FROM json_each(:tagIds))))
    AND (:hasEmail IS NULL OR (c.email <> '') = :hasEmail)
    AND (:createdFrom IS NULL OR c.created_at >= :createdFrom) AND (:createdTo IS NULL OR c.created_at < :createdTo)
    AND (:lastFrom IS NULL AND :lastTo IS NULL OR EXISTS (SELECT 1 FROM (SELECT updated_at FROM ticket WHERE contact_id = c.id
      ORDER BY id DESC LIMIT 1) WHERE updated_at >= coalesce(:lastFrom, 0) AND updated_at < coalesce(:lastTo, 9e15)))
    AND (:queueIds IS NULL OR EXISTS (SELECT 1 FROM ticket WHERE contact_id = c.id
      AND queue_id IN (SELECT value FROM json_each(:queueIds))))
    AND (:contactIds IS NULL OR c.id IN (SELECT value FROM json_each(:contactIds)))
    AND c.id > :after AND c.id <= :upTo`;
}
type Step = { after: number; upTo: number };
export const matchingContacts = query<Fill & Step, Item<"id" | "name" | "number" | "email">>(
  `SELECT c.id, c.name, i.value AS number, c.email ${MATCHING} GROUP BY c.id ORDER BY c.id`,
);
/** `present`: contacts whose number is already in the list. */
export const countMatching = query<
  Fill & Step & { contactListId: number },
  { found: number; present: number }
>(`SELECT count(DISTINCT c.id) AS found, count(DISTINCT CASE WHEN EXISTS (SELECT 1 FROM contact_list_item
  WHERE contact_list_id = :contactListId AND match_key = i.match_key) THEN c.id END) AS present ${MATCHING}`);
/** Contacts that match the conditions and cannot be in a list, because their phone is not known. */
export const countWithoutPhone = query<Fill & Step, { n: number }>(
  `SELECT count(*) AS n FROM contact c WHERE ${conditions()} AND NOT EXISTS (SELECT 1 FROM contact_identity i INDEXED BY contact_identity_contact
     WHERE i.contact_id = c.id AND i.kind = 'pn' AND i.scope = '')`,
);
export const endOfStep = query<{ after: number }, { id: number | null }>(
  `SELECT max(id) AS id FROM (SELECT id FROM contact WHERE id > :after ORDER BY id LIMIT ${FILL_STEP})`,
);
/** Last id of a step among chosen contacts. `contactIds` is a JSON list. */
export const endOfChosenStep = query<{ after: number; contactIds: string }, { id: number | null }>(
  `SELECT max(id) AS id FROM (SELECT id FROM contact
  WHERE id IN (SELECT value FROM json_each(:contactIds)) AND id > :after ORDER BY id LIMIT ${FILL_STEP})`,
);

const OF_CONTACT =
  "match_key IN (SELECT match_key FROM contact_identity WHERE contact_id = :contactId AND kind = 'pn')";
export const listsOfContact = query<{ contactId: number }, Item<"contactListId">>(
  `SELECT DISTINCT contact_list_id AS contactListId FROM contact_list_item WHERE ${OF_CONTACT}`,
);
export const deleteContact = query<{ contactId: number }>(
  `DELETE FROM contact_list_item WHERE ${OF_CONTACT}`,
);
export const itemsOfContact = query<
  { contactId: number },
  Item<"name" | "number" | "email"> & { list: string }
>(
  `SELECT l.name AS list, i.name, i.number, i.email FROM contact_list_item i
  JOIN contact_list l ON l.id = i.contact_list_id WHERE i.${OF_CONTACT} ORDER BY i.id`,
);
