import { query } from "#platform/db/query.ts";

const count = (from: string) =>
  query<{ contactId: number }, { n: number }>(`SELECT count(*) AS n FROM ${from}`);

/** Counts the data of a contact by kind. The locales have the labels. */
export const COUNTS = {
  identities: count("contact_identity WHERE contact_id = :contactId"),
  extras: count("contact_extra WHERE contact_id = :contactId"),
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
