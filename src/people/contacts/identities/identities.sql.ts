import type { ContactIdentity } from "#people/contacts/schema.ts";
import { contactIdentity } from "#people/contacts/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";

const { columns } = rowReader(contactIdentity);

export const insertContact = query<{
  uuid: string;
  name: string;
  nameSource: string;
  number: string | null;
  isGroup: number;
  now: number;
  connectionId: number | null;
}>(`INSERT INTO contact (uuid, name, name_source, number, is_group, picture_checked_at, connection_id, created_at, updated_at)
  VALUES (:uuid, :name, :nameSource, :number, :isGroup, :now, :connectionId, :now, :now)`);
export const updateFromNetwork = query<{
  name: string;
  nameSource: string;
  number: string | null;
  now: number;
  id: number;
}>(
  "UPDATE contact SET name = :name, name_source = :nameSource, number = :number, updated_at = :now WHERE id = :id",
);
export const setPictureCheckedAt = query<{ now: number; id: number }>(
  "UPDATE contact SET picture_checked_at = :now WHERE id = :id",
);
export const findIdentity = query<{ kind: string; scope: string; matchKey: string }, ContactIdentity>(
  `SELECT ${columns} FROM contact_identity WHERE kind = :kind AND scope = :scope AND match_key = :matchKey`,
);
export const identitiesOf = query<{ contactId: number }, ContactIdentity>(
  `SELECT ${columns} FROM contact_identity WHERE contact_id = :contactId ORDER BY id`,
);
export const insertIdentity = query<{
  contactId: number;
  kind: string;
  scope: string;
  value: string;
  matchKey: string;
  address: string;
  checkedAt: number | null;
  existsState: string;
}>(`INSERT INTO contact_identity (contact_id, kind, scope, value, match_key, address, checked_at, exists_state)
  VALUES (:contactId, :kind, :scope, :value, :matchKey, :address, :checkedAt, :existsState)`);
export const takeOverIdentity = query<{ id: number; contactId: number; address: string; nowMs: number }>(
  `UPDATE contact_identity SET contact_id = :contactId, address = :address, checked_at = :nowMs,
     exists_state = 'yes', former_at = NULL WHERE id = :id`,
);
export const retireIdentity = query<{ id: number; nowMs: number }>(
  "UPDATE contact_identity SET former_at = :nowMs WHERE id = :id AND former_at IS NULL",
);
export const retireUsernames = query<{ contactId: number; nowMs: number }>(
  `UPDATE contact_identity SET former_at = :nowMs
   WHERE contact_id = :contactId AND kind = 'username' AND former_at IS NULL`,
);
export const retireOtherIds = query<{ contactId: number; scope: string; kept: string; nowMs: number }>(
  `UPDATE contact_identity INDEXED BY contact_identity_contact SET former_at = :nowMs
   WHERE contact_id = :contactId AND kind = 'bsuid' AND scope = :scope AND value <> :kept AND former_at IS NULL`,
);
export const setNumber = query<{ contactId: number; number: string | null; name: string; now: number }>(
  "UPDATE contact SET number = :number, name = :name, updated_at = :now WHERE id = :contactId",
);
export const confirmIdentity = query<{ address: string; nowMs: number; id: number }>(
  "UPDATE contact_identity SET address = :address, checked_at = :nowMs, exists_state = 'yes' WHERE id = :id",
);
