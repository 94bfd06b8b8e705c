import { query } from "#platform/db/query.ts";

/** Contacts erased in one transaction; other work runs between two transactions. */
const STEP = 5;
/** Used when all contacts are erased: without contacts, nothing shows whom these rows belong to, so all are deleted. */
export const deleteAllMerges = query("DELETE FROM contact_merge");
export const deleteAllNumberChecks = query("DELETE FROM number_check");
export const nextContacts = query<{ after: number }, { id: number }>(
  `SELECT id FROM contact WHERE id > :after ORDER BY id LIMIT ${STEP}`,
);
export const deleteNumberChecks = query<{ id: number }>(`DELETE FROM number_check WHERE match_key IN
  (SELECT match_key FROM contact_identity WHERE contact_id = :id AND kind = 'pn')`);
export const deleteIdentities = query<{ id: number }>("DELETE FROM contact_identity WHERE contact_id = :id");
// Merges contain a copy of the person; includes merges of contacts that became part of this one earlier.
export const deleteMerges = query<{ id: number }>(`WITH RECURSIVE one (id) AS (SELECT :id UNION
    SELECT m.merged_contact_id FROM contact_merge m JOIN one ON m.survivor_id = one.id WHERE m.undone_at IS NULL)
  DELETE FROM contact_merge WHERE survivor_id IN (SELECT id FROM one) OR merged_contact_id IN (SELECT id FROM one)`);
export const deleteContact = query<{ id: number }>("DELETE FROM contact WHERE id = :id");
