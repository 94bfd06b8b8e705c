import { listQuery } from "#accounts/audit/index.ts";
import { rowReader } from "#platform/db/columns.ts";
import { builtQuery, query, type SqlValue } from "#platform/db/query.ts";
import type { ContactRefRow, ContactRow, ExtraRow, TagRow } from "./present.ts";
import { contact } from "./schema.ts";

/** Columns of a stored contact; `readContact` turns a row of them into a `Contact`. */
const { columns, read } = rowReader(contact);
export const readContact = read;

const JOINS = `LEFT JOIN media_file p ON p.id = c.picture_id LEFT JOIN connection w ON w.id = c.connection_id`;
const COLUMNS = `c.id, c.uuid, c.name, c.number, c.email, c.is_group, c.blocked, c.disable_bot, c.opted_out_at, c.picture_id,
    p.name AS picture_name, c.connection_id, w.name AS connection_name, c.created_at, c.updated_at,
    (SELECT CASE WHEN max(exists_state = 'yes') THEN 'yes' WHEN max(exists_state = 'no') THEN 'no' ELSE 'unknown' END
      FROM contact_identity WHERE contact_id = c.id) AS existence,
    (SELECT group_concat(DISTINCT kind) FROM contact_identity WHERE contact_id = c.id AND former_at IS NULL) AS kinds,
    (SELECT max(value) FROM contact_identity WHERE contact_id = c.id AND kind = 'username' AND former_at IS NULL)
      AS username, c.phone_asked_at, c.phone_refused_at, c.offered_phone,
    (SELECT count(*) FROM ticket WHERE contact_id = c.id) AS tickets,
    (SELECT updated_at FROM ticket WHERE contact_id = c.id ORDER BY id DESC LIMIT 1) AS last_ticket_at`;
export const deletePhone = query<{ contactId: number }>(
  "DELETE FROM contact_identity WHERE contact_id = :contactId AND kind = 'pn'",
);
export const deleteOtherExtras = query<{
  contactId: number;
  ids: string;
}>(`DELETE FROM contact_extra WHERE contact_id = :contactId
  AND id NOT IN (SELECT value FROM json_each(:ids) WHERE value IS NOT NULL)`);
export const updateExtra = query<{ name: string; value: string; id: number; contactId: number }>(
  "UPDATE contact_extra SET name = :name, value = :value WHERE id = :id AND contact_id = :contactId",
);
export const insertExtra = query<{ contactId: number; name: string; value: string }>(
  "INSERT INTO contact_extra (contact_id, name, value) VALUES (:contactId, :name, :value)",
);
export const extraByName = query<{ contactId: number; name: string }, { id: number }>(
  "SELECT id FROM contact_extra WHERE contact_id = :contactId AND fold(name) = fold(:name) ORDER BY id LIMIT 1",
);
export const setExtraValue = query<{ value: string; id: number }>(
  "UPDATE contact_extra SET value = :value WHERE id = :id",
);
export const deleteFormerMembers = query<{
  groupId: number;
  ids: string;
}>(`DELETE FROM group_member WHERE group_id = :groupId
  AND contact_id NOT IN (SELECT value FROM json_each(:ids))`);
export const insertNewMembers = query<{
  groupId: number;
  ids: string;
}>(`INSERT OR IGNORE INTO group_member (group_id, contact_id)
  SELECT :groupId, value FROM json_each(:ids)`);
export const fillContact = query<{
  name: string;
  nameSource: string;
  email: string;
  now: number;
  id: number;
}>(
  "UPDATE contact SET name = :name, name_source = :nameSource, email = :email, updated_at = :now WHERE id = :id",
);
export const extraNamesOf = query<{ contactId: number }, { name: string }>(
  "SELECT lower(name) AS name FROM contact_extra WHERE contact_id = :contactId",
);
export const insertImported = query<{
  uuid: string;
  name: string;
  source: string;
  number: string | null;
  email: string;
  now: number;
}>(`INSERT INTO contact (uuid, name, name_source, number, email, created_at, updated_at)
  VALUES (:uuid, :name, :source, :number, :email, :now, :now)`);
export const shownContact = query<{ id: number }, ContactRow>(
  `SELECT ${COLUMNS} FROM contact c ${JOINS} WHERE c.id = :id`,
);
export const extrasOfContacts = query<
  { ids: string },
  ExtraRow
>(`SELECT id, contact_id, name, value FROM contact_extra
  WHERE contact_id IN (SELECT value FROM json_each(:ids)) ORDER BY id`);
export const tagsOfContacts = query<
  { ids: string },
  TagRow
>(`SELECT used.contact_id, g.id, g.name, g.color, g.kanban FROM (
    SELECT DISTINCT t.contact_id, m.tag_id FROM json_each(:ids) page
    CROSS JOIN ticket t ON t.contact_id = page.value JOIN ticket_tag m ON m.ticket_id = t.id
  ) used JOIN tag g ON g.id = used.tag_id ORDER BY g.name COLLATE NOCASE, g.id`);
export const countContacts = query<Record<never, never>, { n: number }>("SELECT count(*) AS n FROM contact");
// Keeps the order of `ids`; CROSS JOIN stops the planner from starting with another index.
export const shownContacts = query<
  { ids: string },
  ContactRow
>(`SELECT ${COLUMNS} FROM json_each(:ids) page CROSS JOIN contact c ON c.id = page.value ${JOINS}
  ORDER BY page.key`);
export const openConnection = query<
  Record<never, never>,
  { id: number }
>(`SELECT id FROM connection WHERE status = 'CONNECTED' AND channel = 'whatsapp'
  AND deleted_at IS NULL ORDER BY is_default DESC, id LIMIT 1`);
export const setPicture = query<{ fileId: number | null; now: number; contactId: number }>(
  "UPDATE contact SET picture_id = :fileId, picture_checked_at = :now WHERE id = :contactId",
);
export const contactById = query<{ id: number }, unknown>(`SELECT ${columns} FROM contact WHERE id = :id`);
export const optOut = query<{ now: number; contactId: number }>(
  "UPDATE contact SET opted_out_at = :now, updated_at = :now WHERE id = :contactId AND opted_out_at IS NULL",
);
export const cancelOptOut = query<{ now: number; contactId: number }>(
  "UPDATE contact SET opted_out_at = NULL, updated_at = :now WHERE id = :contactId AND opted_out_at IS NOT NULL",
);
const PICKER_ROWS = 2000;
/** The contacts of a picker (docs/rules/general.md#paging), sorted by name; `condition` is a condition on `c.id`. */
export const pickerRows = (condition: string) =>
  builtQuery<
    Record<string, SqlValue>,
    ContactRefRow
  >(`SELECT c.id, c.name, c.number, c.picture_id, p.name AS picture_name
    FROM contact c LEFT JOIN media_file p ON p.id = c.picture_id WHERE ${condition}
    ORDER BY c.name COLLATE NOCASE, c.id LIMIT ${PICKER_ROWS}`);

/** For the audit trail. */
export const extraInfoForAudit = listQuery(
  "SELECT group_concat(name || '=' || value) AS value FROM (SELECT name, value FROM contact_extra WHERE contact_id = :id ORDER BY id)",
);
// Walks the index from one name to the next: thousands of contacts with the same field cost one step.
export const fieldNames = query<Record<never, never>, { name: string }>(`WITH RECURSIVE known(name) AS (
    SELECT min(lower(trim(name))) FROM contact_extra
    UNION ALL
    SELECT (SELECT min(lower(trim(name))) FROM contact_extra WHERE lower(trim(name)) > known.name)
      FROM known WHERE known.name IS NOT NULL LIMIT 500)
  SELECT name FROM known WHERE name IS NOT NULL AND name <> ''`);
