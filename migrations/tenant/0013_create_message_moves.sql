-- Messages that move to another contact in steps before the two contacts are merged (docs/rules/contacts.md#merge).
CREATE TABLE message_move (
  -- the contact that will be merged; its tickets stay with it until then
  from_contact_id INTEGER PRIMARY KEY,
  to_contact_id INTEGER NOT NULL,
  -- time of the last step
  moved_at INTEGER NOT NULL
) STRICT;
