import type { ContactExtra } from "#people/contacts/schema.ts";
import { query } from "#platform/db/query.ts";

interface Moved {
  survivorId: number;
  loserId: number;
}
export const moveIdentities = query<Moved, { id: number }>(
  "UPDATE contact_identity SET contact_id = :survivorId WHERE contact_id = :loserId RETURNING id",
);
export const moveExtras = query<
  Moved,
  { id: number }
>(`UPDATE contact_extra SET contact_id = :survivorId WHERE contact_id = :loserId
  AND lower(name) NOT IN (SELECT lower(name) FROM contact_extra WHERE contact_id = :survivorId) RETURNING id`);
export const sharedGroups = query<
  Moved,
  { id: number }
>(`SELECT group_id AS id FROM group_member WHERE contact_id = :survivorId
  AND group_id IN (SELECT group_id FROM group_member WHERE contact_id = :loserId)`);
export const moveGroups = query<
  Moved,
  { id: number }
>(`UPDATE group_member SET contact_id = :survivorId WHERE contact_id = :loserId
  AND group_id NOT IN (SELECT group_id FROM group_member WHERE contact_id = :survivorId) RETURNING group_id AS id`);

export const returnIdentities = query<{
  contactId: number;
  survivorId: number;
  ids: string;
}>(`UPDATE contact_identity SET contact_id = :contactId WHERE contact_id = :survivorId
  AND id IN (SELECT value FROM json_each(:ids))`);
export const deleteMovedExtras = query<{ survivorId: number; ids: string }>(
  "DELETE FROM contact_extra WHERE contact_id = :survivorId AND id IN (SELECT value FROM json_each(:ids))",
);
export const returnGroups = query<{
  contactId: number;
  survivorId: number;
  ids: string;
}>(`UPDATE group_member SET contact_id = :contactId WHERE contact_id = :survivorId
  AND group_id IN (SELECT value FROM json_each(:ids))`);
export const restoreSharedGroups = query<{
  id: number;
  ids: string;
}>(`INSERT OR IGNORE INTO group_member (group_id, contact_id)
  SELECT value, :id FROM json_each(:ids) WHERE value IN (SELECT id FROM contact)`);
export const extrasOf = query<{ contactId: number }, ContactExtra>(
  "SELECT id, contact_id AS contactId, name, value FROM contact_extra WHERE contact_id = :contactId ORDER BY id",
);
export const deleteContact = query<{ id: number }>("DELETE FROM contact WHERE id = :id");
/** A contact and all contacts that were merged into it, also indirectly. */
export const mergedContacts = query<
  { id: number },
  { id: number }
>(`WITH RECURSIVE one (id) AS (SELECT :id UNION
    SELECT m.merged_contact_id FROM contact_merge m JOIN one ON m.survivor_id = one.id WHERE m.undone_at IS NULL)
  SELECT id FROM one`);
export const mergedInto = query<{ id: number }, { id: number }>(
  "SELECT survivor_id AS id FROM contact_merge WHERE merged_contact_id = :id AND undone_at IS NULL ORDER BY id DESC",
);
