/** Counts of a person's data by kind: `?` is the contact. The locales have the labels. */
export const COUNTS = {
  identities: "SELECT count(*) AS n FROM contact_identity WHERE contact_id = ?",
  extras: "SELECT count(*) AS n FROM contact_extra WHERE contact_id = ?",
  tickets: "SELECT count(*) AS n FROM ticket WHERE contact_id = ?",
  messages: "SELECT count(*) AS n FROM message WHERE contact_id = ?",
  groupMessages: "SELECT count(*) AS n FROM message WHERE participant_id = ?",
  files: `SELECT count(*) AS n FROM message m JOIN media_file f ON f.id = m.media_id
    WHERE m.contact_id = ? AND f.state = 'stored'`,
  notes: "SELECT count(*) AS n FROM ticket_note WHERE contact_id = ?",
  schedules: "SELECT count(*) AS n FROM scheduled_message WHERE contact_id = ?",
  campaigns: "SELECT count(*) AS n FROM campaign_recipient WHERE contact_id = ?",
  listItems: `SELECT count(*) AS n FROM contact_list_item WHERE match_key IN
    (SELECT match_key FROM contact_identity WHERE contact_id = ? AND kind = 'pn')`,
  groups: "SELECT count(*) AS n FROM group_member WHERE contact_id = ?",
  consents: "SELECT count(*) AS n FROM consent WHERE contact_id = ?",
  ratings:
    "SELECT count(*) AS n FROM user_rating r JOIN ticket t ON t.id = r.ticket_id WHERE t.contact_id = ?",
} as const satisfies Record<string, string>;

export type CountedKind = keyof typeof COUNTS;
export const COUNTED_KINDS = Object.keys(COUNTS) as readonly CountedKind[];
