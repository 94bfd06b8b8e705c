import { query } from "#platform/db/query.ts";

export const insert = query<
  Record<"uuid" | "userName" | "counts", string> &
    Record<"contactId" | "userId", number | null> &
    Record<"erasedAt", number>
>(`INSERT INTO contact_erasure (uuid, contact_id, user_id, user_name, counts, erased_at)
  VALUES (:uuid, :contactId, :userId, :userName, :counts, :erasedAt)`);
export const openCertificate = query<
  { userId: number | null; since: number },
  { id: number; counts: string }
>(`SELECT id, counts FROM contact_erasure WHERE contact_id IS NULL AND user_id IS :userId AND erased_at >= :since
  ORDER BY id DESC LIMIT 1`);
export const addContact = query<{ counts: string; erasedAt: number; id: number }>(
  "UPDATE contact_erasure SET contacts = contacts + 1, counts = :counts, erased_at = :erasedAt WHERE id = :id",
);
