-- Comparison of the stored messages with the company's phone (docs/rules/reconciliation.md).
ALTER TABLE connection ADD COLUMN reconcile_chats INTEGER NOT NULL DEFAULT 30;

CREATE TABLE reconciliation_run (
  id INTEGER PRIMARY KEY,
  connection_id INTEGER NOT NULL,
  -- night, manual, interruption
  cause TEXT NOT NULL,
  -- waiting, running, done, silent, stopped
  state TEXT NOT NULL DEFAULT 'waiting',
  due_at INTEGER NOT NULL,
  -- largest number of chats
  most_chats INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,
  -- chats that were requested, and those that were answered
  asked INTEGER NOT NULL DEFAULT 0,
  answered INTEGER NOT NULL DEFAULT 0,
  -- messages
  compared INTEGER NOT NULL DEFAULT 0,
  gaps INTEGER NOT NULL DEFAULT 0,
  filled INTEGER NOT NULL DEFAULT 0,
  -- requests in a row without an answer
  silences INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX reconciliation_run_connection ON reconciliation_run (connection_id, created_at);

CREATE UNIQUE INDEX reconciliation_run_open ON reconciliation_run (connection_id) WHERE state IN ('waiting', 'running');

CREATE TABLE reconciliation_chat (
  connection_id INTEGER NOT NULL,
  contact_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  -- every message up to this time is compared, except before unproven_to
  proven_to INTEGER,
  -- messages before this time were not compared; null = none
  unproven_to INTEGER,
  asked_at INTEGER,
  answered_at INTEGER,
  silences INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (connection_id, contact_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX reconciliation_chat_contact ON reconciliation_chat (contact_id);

CREATE TABLE message_gap (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES reconciliation_run (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL,
  contact_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  provider_id TEXT NOT NULL,
  -- when the message was written
  at INTEGER NOT NULL,
  found_at INTEGER NOT NULL,
  -- found, filled, unreadable
  state TEXT NOT NULL DEFAULT 'found',
  message_id INTEGER REFERENCES message (id) ON DELETE SET NULL
) STRICT;

CREATE INDEX message_gap_connection ON message_gap (connection_id, id);

CREATE INDEX message_gap_contact ON message_gap (contact_id);

CREATE INDEX message_gap_message ON message_gap (message_id) WHERE message_id IS NOT NULL;

CREATE UNIQUE INDEX message_gap_once ON message_gap (connection_id, contact_id, provider_id);

CREATE INDEX message_gap_run ON message_gap (run_id);

-- What is known of a connection's phone, and of the official interface.
CREATE TABLE reconciliation_phone (
  connection_id INTEGER PRIMARY KEY,
  -- unit of time that the phone answered to: seconds, milliseconds; null = it never answered
  unit TEXT,
  -- when milliseconds were tried, because the phone had never answered
  other_unit_tried_at INTEGER,
  -- official numbers: when our app was last seen among the subscribed ones, and when that was last checked
  subscribed_at INTEGER,
  subscription_checked_at INTEGER
) STRICT;
