-- Actions on many tickets at once (docs/rules/bulk-actions.md).
CREATE TABLE bulk_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  -- made by the page; the same id answers the same run
  request_id TEXT NOT NULL,
  -- JSON list of actions
  actions TEXT NOT NULL,
  total INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'cancelled', 'undoing', 'undone')),
  created_at INTEGER NOT NULL,
  -- NULL while it works
  undo_until INTEGER
) STRICT;
CREATE UNIQUE INDEX bulk_run_request ON bulk_run (user_id, request_id);
CREATE INDEX bulk_run_working ON bulk_run (state) WHERE state IN ('running', 'undoing');
CREATE INDEX bulk_run_created ON bulk_run (created_at);

-- The tickets of a run: ids and states, no words.
CREATE TABLE bulk_item (
  run_id INTEGER NOT NULL REFERENCES bulk_run (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'unchanged', 'failed', 'undone', 'kept')),
  -- ERR_* of what failed, or of why the undo kept it
  error TEXT,
  -- JSON of what an undo needs
  before TEXT,
  PRIMARY KEY (run_id, ticket_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX bulk_item_state ON bulk_item (run_id, state);
CREATE INDEX bulk_item_ticket ON bulk_item (ticket_id);
