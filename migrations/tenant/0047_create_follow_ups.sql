-- Sequences of texts to customers who no longer answer (docs/rules/follow-ups.md).
CREATE TABLE follow_up (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- NULL = shared with the company
  owner_id INTEGER REFERENCES user (id) ON DELETE CASCADE,
  -- JSON list of steps: waitMinutes, text, template, fileId
  steps TEXT NOT NULL DEFAULT '[]',
  -- JSON: action, waitMinutes
  ending TEXT NOT NULL DEFAULT '{}',
  only_in_hours INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX follow_up_name ON follow_up (coalesce(owner_id, 0), name COLLATE NOCASE);

-- A sequence in a ticket, with its own copy of the steps.
CREATE TABLE follow_up_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  -- NULL = the sequence was deleted
  follow_up_id INTEGER REFERENCES follow_up (id) ON DELETE SET NULL,
  -- where it runs; the customer's answer window and the pace belong to it
  connection_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  -- JSON as in follow_up; empty once the run has ended
  steps TEXT NOT NULL DEFAULT '[]',
  ending TEXT NOT NULL DEFAULT '{}',
  only_in_hours INTEGER NOT NULL,
  -- how many steps were queued; as many as there are = only the end is left
  step INTEGER NOT NULL DEFAULT 0,
  -- when the next step or the end is due; while a step waits in the outbox, when it is too late for it
  next_at INTEGER,
  -- the send of the last step, until the network has accepted it
  outbox_id INTEGER,
  state TEXT NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'ended')),
  end_reason TEXT,
  started_by INTEGER REFERENCES user (id) ON DELETE SET NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX follow_up_run_running ON follow_up_run (ticket_id) WHERE state = 'running';
CREATE INDEX follow_up_run_due ON follow_up_run (next_at) WHERE state = 'running';
CREATE INDEX follow_up_run_ticket ON follow_up_run (ticket_id);

-- A step that was queued, at most once: written in the transaction that queues its message.
CREATE TABLE follow_up_step (
  run_id INTEGER NOT NULL REFERENCES follow_up_run (id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  message_id INTEGER REFERENCES message (id) ON DELETE SET NULL,
  queued_at INTEGER NOT NULL,
  PRIMARY KEY (run_id, step)
) STRICT, WITHOUT ROWID;
CREATE INDEX follow_up_step_connection ON follow_up_step (connection_id, queued_at);
CREATE INDEX follow_up_step_message ON follow_up_step (message_id);
