import { query } from "#platform/db/query.ts";

/** Rows moved in one transaction. */
export const STEP = 200;

export const extrasNamed = query<
  { name: string; after: number },
  { id: number; contactId: number; contactName: string; value: string }
>(`SELECT e.id, e.contact_id AS contactId, c.name AS contactName, e.value
  FROM contact_extra e JOIN contact c ON c.id = e.contact_id
  WHERE lower(trim(e.name)) = lower(trim(:name)) AND e.id > :after ORDER BY e.id LIMIT ${STEP}`);
export const deleteExtra = query<{ id: number }>("DELETE FROM contact_extra WHERE id = :id");
