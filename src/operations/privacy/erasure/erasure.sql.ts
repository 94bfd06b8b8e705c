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

const count = (from: string) =>
  query<{ contactId: number }, { n: number }>(`SELECT count(*) AS n FROM ${from}`);

/** Counts the data of a contact by kind. The locales have the labels. */
export const COUNTS = {
  identities: count("contact_identity WHERE contact_id = :contactId"),
  extras: count("contact_extra WHERE contact_id = :contactId"),
  fields: count(`field_value WHERE contact_id = :contactId
    OR ticket_id IN (SELECT id FROM ticket WHERE contact_id = :contactId)`),
  tickets: count("ticket WHERE contact_id = :contactId"),
  messages: count("message WHERE contact_id = :contactId"),
  groupMessages: count("message WHERE participant_id = :contactId"),
  files: count(`message m JOIN media_file f ON f.id = m.media_id
    WHERE m.contact_id = :contactId AND f.state = 'stored'`),
  notes: count("ticket_note WHERE contact_id = :contactId"),
  schedules: count("scheduled_message WHERE contact_id = :contactId"),
  campaigns: count("campaign_recipient WHERE contact_id = :contactId"),
  listItems: count(`contact_list_item WHERE match_key IN
    (SELECT match_key FROM contact_identity WHERE contact_id = :contactId AND kind = 'pn')`),
  groups: count("group_member WHERE contact_id = :contactId"),
  consents: count("consent WHERE contact_id = :contactId"),
  ratings: count("user_rating r JOIN ticket t ON t.id = r.ticket_id WHERE t.contact_id = :contactId"),
} as const;

export type CountedKind = keyof typeof COUNTS;
export const COUNTED_KINDS = Object.keys(COUNTS) as readonly CountedKind[];
