import { query } from "#platform/db/query.ts";

export const insert = query<
  Record<"uuid" | "name" | "nameSource" | "email", string> &
    Record<"number", string | null> &
    Record<"isGroup" | "disableBot" | "createdAt" | "updatedAt", number> &
    Record<"connectionId", number | null>
>(`INSERT INTO contact (uuid, name, name_source, number, email, is_group, disable_bot, connection_id,
    created_at, updated_at) VALUES (:uuid, :name, :nameSource, :number, :email, :isGroup, :disableBot,
    :connectionId, :createdAt, :updatedAt)`);
export const update = query<
  Record<"name" | "nameSource" | "email", string> & Record<"disableBot" | "updatedAt" | "id", number>
>(
  `UPDATE contact SET name = :name, name_source = :nameSource, email = :email, disable_bot = :disableBot,
    updated_at = :updatedAt WHERE id = :id`,
);
export const insertIdentity = query<
  Record<"contactId", number> & Record<"kind" | "value" | "matchKey" | "address", string>
>(`INSERT INTO contact_identity (contact_id, kind, scope, value, match_key, address)
  VALUES (:contactId, :kind, '', :value, :matchKey, :address)`);
export const byIdentity = query<{ kind: string; matchKey: string }, { id: number }>(
  "SELECT contact_id AS id FROM contact_identity WHERE kind = :kind AND scope = '' AND match_key = :matchKey",
);
export const insertExtra = query<{ contactId: number; name: string; value: string }>(
  "INSERT INTO contact_extra (contact_id, name, value) VALUES (:contactId, :name, :value)",
);
export const extraByName = query<{ contactId: number; name: string }, { id: number }>(
  "SELECT id FROM contact_extra WHERE contact_id = :contactId AND name = :name COLLATE NOCASE",
);
