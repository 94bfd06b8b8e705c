import { query } from "#platform/db/query.ts";
import { COUNTED } from "./budget.sql.ts";

export const moveToContact = query<{ contactId: number; id: number }, { readonly id: number }>(
  "UPDATE OR IGNORE first_contact SET contact_id = :contactId WHERE contact_id = :id RETURNING id",
);
export const deleteOfContact = query<{ contactId: number }>(
  "DELETE FROM first_contact WHERE contact_id = :contactId",
);
/** `ids` is a JSON list. */
export const back = query<{ contactId: number; survivorId: number; ids: string }>(
  `UPDATE OR IGNORE first_contact SET contact_id = :contactId WHERE contact_id = :survivorId
   AND id IN (SELECT value FROM json_each(:ids))`,
);
export const ofContact = query<
  { contactId: number },
  { readonly connection: string | null; readonly at: number; readonly answeredAt: number | null }
>(`SELECT w.name AS connection, f.at, f.answered_at AS answeredAt FROM first_contact f
  LEFT JOIN connection w ON w.id = f.connection_id WHERE f.contact_id = :contactId AND f.${COUNTED} ORDER BY f.at`);
