import { query } from "#platform/db/query.ts";

export const connectionById = query<{ connectionId: number }, { status: string; channel: string }>(
  "SELECT id, status, channel FROM connection WHERE id = :connectionId AND deleted_at IS NULL",
);
export const storedAnswer = query<
  { matchKey: string; checkedAt: number },
  { found: number; identities: string }
>("SELECT found, identities FROM number_check WHERE match_key = :matchKey AND checked_at > :checkedAt");
export const deleteOldAnswers = query<{ checkedAt: number }>(
  "DELETE FROM number_check WHERE checked_at <= :checkedAt",
);
export const storeAnswer = query<{
  matchKey: string;
  found: number;
  identities: string;
  now: number;
  connectionId: number;
}>(`INSERT INTO number_check (match_key, found, identities, checked_at, connection_id)
  VALUES (:matchKey, :found, :identities, :now, :connectionId)
  ON CONFLICT (match_key) DO UPDATE SET found = excluded.found, identities = excluded.identities,
  checked_at = excluded.checked_at, connection_id = excluded.connection_id`);
export const markPhoneUnknown = query<{
  now: number;
  contactId: number;
}>(`UPDATE contact_identity SET exists_state = 'no', checked_at = :now
  WHERE contact_id = :contactId AND kind = 'pn'`);
