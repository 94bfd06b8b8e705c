-- Lists of actions that people run on a ticket (docs/rules/macros.md).
CREATE TABLE macro (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  -- NULL = shared
  owner_id INTEGER REFERENCES user (id) ON DELETE CASCADE,
  -- JSON list of the queues whose people see a shared macro; empty = everybody
  queue_ids TEXT NOT NULL DEFAULT '[]',
  -- JSON list of actions
  actions TEXT NOT NULL,
  -- key of the command mode
  digit INTEGER CHECK (digit BETWEEN 1 AND 9),
  active INTEGER NOT NULL DEFAULT 1,
  last_used_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX macro_name ON macro (coalesce(owner_id, 0), name COLLATE NOCASE);

-- One row per run: a repeated request does nothing, and messages know the name of their macro.
CREATE TABLE macro_run (
  run_id TEXT PRIMARY KEY,
  macro_id INTEGER NOT NULL,
  macro_name TEXT NOT NULL,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  -- ids of the messages that it wrote; NULL = none
  first_message_id INTEGER,
  last_message_id INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX macro_run_ticket ON macro_run (ticket_id);
CREATE INDEX macro_run_message ON macro_run (first_message_id) WHERE first_message_id IS NOT NULL;

-- Files that replies of lists of actions send (docs/rules/ticket-actions.md#files).
CREATE TABLE action_file (
  file_id INTEGER PRIMARY KEY REFERENCES media_file (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  -- NULL = uploaded, and not stored with a list yet
  owner TEXT CHECK (owner IN ('macro', 'rule', 'followup')),
  owner_id INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX action_file_owner ON action_file (owner, owner_id);
