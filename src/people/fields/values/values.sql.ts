import type { FieldOwner } from "#people/fields/contract.ts";
import { builtQuery, query } from "#platform/db/query.ts";

export interface ValueRow {
  readonly id: number;
  readonly fieldId: number;
  readonly ownerId: number;
  readonly text: string | null;
  readonly num: number | null;
}
const COLUMN: Readonly<Record<FieldOwner, string>> = { contact: "contact_id", ticket: "ticket_id" };

const select = (column: string, condition: string) =>
  `SELECT id, field_id AS fieldId, ${column} AS ownerId, text, num FROM field_value WHERE ${condition} ORDER BY id`;
const valuesOf = (column: string) => ({
  one: query<{ id: number }, ValueRow>(select(column, `${column} = :id`)),
  several: query<{ ids: string }, ValueRow>(
    select(column, `${column} IN (SELECT value FROM json_each(:ids))`),
  ),
});
export const values: Readonly<Record<FieldOwner, ReturnType<typeof valuesOf>>> = {
  contact: valuesOf("contact_id"),
  ticket: valuesOf("ticket_id"),
};

interface NewRow {
  readonly fieldId: number;
  readonly ownerId: number;
  readonly text: string | null;
  readonly num: number | null;
  readonly folded: string | null;
}
export const insertValue = (of: FieldOwner) =>
  builtQuery<NewRow>(
    `INSERT INTO field_value (field_id, ${COLUMN[of]}, text, num, folded) VALUES (:fieldId, :ownerId, :text, :num, :folded)`,
  );
export const deleteValue = (of: FieldOwner) =>
  builtQuery<{ fieldId: number; ownerId: number }>(
    `DELETE FROM field_value WHERE ${COLUMN[of]} = :ownerId AND field_id = :fieldId`,
  );

/** Values of the loser move where the survivor has none. */
export const moveValues = query<
  { survivorId: number; loserId: number },
  { id: number }
>(`UPDATE field_value SET contact_id = :survivorId WHERE contact_id = :loserId
  AND field_id NOT IN (SELECT field_id FROM field_value WHERE contact_id = :survivorId) RETURNING id`);
export const deleteMoved = query<{ survivorId: number; ids: string }>(
  "DELETE FROM field_value WHERE contact_id = :survivorId AND id IN (SELECT value FROM json_each(:ids))",
);
/** Values of deleted fields are left out. */
export const restoreValue = query<
  Omit<NewRow, "ownerId"> & { contactId: number }
>(`INSERT INTO field_value (field_id, contact_id, text, num, folded)
  SELECT :fieldId, :contactId, :text, :num, :folded WHERE EXISTS (SELECT 1 FROM field WHERE id = :fieldId)`);
export const storedOfContact = query<{ contactId: number }, Omit<NewRow, "ownerId">>(
  "SELECT field_id AS fieldId, text, num, folded FROM field_value WHERE contact_id = :contactId ORDER BY id",
);
