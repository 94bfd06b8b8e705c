-- Custom fields of contacts and tickets (docs/rules/fields.md).
CREATE TABLE field (
  -- never reused: the undo of a merge restores values by field
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- contact or ticket
  owner TEXT NOT NULL,
  key TEXT NOT NULL,
  label TEXT NOT NULL COLLATE NOCASE,
  kind TEXT NOT NULL,
  -- JSON: texts
  choices TEXT NOT NULL DEFAULT '[]',
  required INTEGER NOT NULL DEFAULT 0,
  -- JSON: ids; empty = every queue
  queue_ids TEXT NOT NULL DEFAULT '[]',
  in_list INTEGER NOT NULL DEFAULT 0,
  position INTEGER NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX field_key ON field (owner, key);

CREATE UNIQUE INDEX field_label ON field (owner, label);

-- One row per value; a field of several choices has one row for each.
CREATE TABLE field_value (
  -- never reused: the undo of a merge knows a moved value by its id
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  field_id INTEGER NOT NULL REFERENCES field (id) ON DELETE CASCADE,
  contact_id INTEGER REFERENCES contact (id) ON DELETE CASCADE,
  ticket_id INTEGER REFERENCES ticket (id) ON DELETE CASCADE,
  -- text, choice, or date as YYYY-MM-DD
  text TEXT,
  -- number, date as YYYYMMDD, or 1 and 0
  num REAL,
  -- the text without case and accents
  folded TEXT
) STRICT;

CREATE INDEX field_value_contact ON field_value (contact_id, field_id) WHERE contact_id IS NOT NULL;

CREATE INDEX field_value_ticket ON field_value (ticket_id, field_id) WHERE ticket_id IS NOT NULL;

CREATE INDEX field_value_text ON field_value (field_id, folded, contact_id, ticket_id) WHERE folded IS NOT NULL;

CREATE INDEX field_value_number ON field_value (field_id, num, contact_id, ticket_id) WHERE num IS NOT NULL;
