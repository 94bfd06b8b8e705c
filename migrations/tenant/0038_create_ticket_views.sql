-- Lists of tickets that people describe by conditions (docs/rules/views.md).
CREATE TABLE ticket_view (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  icon TEXT NOT NULL,
  -- NULL = shared
  owner_id INTEGER REFERENCES user (id) ON DELETE CASCADE,
  -- JSON list of the queues whose people see a shared view; empty = everybody
  queue_ids TEXT NOT NULL DEFAULT '[]',
  -- JSON of Conditions; {} selects everything
  conditions TEXT NOT NULL DEFAULT '{}',
  sort TEXT NOT NULL,
  position INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX ticket_view_name ON ticket_view (coalesce(owner_id, 0), name COLLATE NOCASE);
