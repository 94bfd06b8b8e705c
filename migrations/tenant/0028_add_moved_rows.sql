-- Rows that moved in steps before a merge, for its undo (docs/rules/contacts.md#merge).
CREATE TABLE ticket_move (
  -- the merged contact
  from_contact_id INTEGER NOT NULL,
  ticket_id INTEGER NOT NULL,
  PRIMARY KEY (from_contact_id, ticket_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE author_move (
  -- the merged contact, author of the message in a group
  from_contact_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  PRIMARY KEY (from_contact_id, message_id)
) STRICT, WITHOUT ROWID;
