-- Why a ticket was resolved, chosen by a person (docs/rules/resolutions.md).
CREATE TABLE resolution (
  -- never reused: tickets keep the id of a deleted resolution and show none
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  -- JSON: ids; empty = every queue
  queue_ids TEXT NOT NULL DEFAULT '[]',
  position INTEGER NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

ALTER TABLE ticket ADD COLUMN resolution_id INTEGER;

ALTER TABLE ticket ADD COLUMN resolution_note TEXT;

ALTER TABLE ticket_period ADD COLUMN resolution_id INTEGER;

ALTER TABLE ticket_period ADD COLUMN resolution_note TEXT;
