-- privacy ---------------------------------------------------------------------------------------------

-- Nightly clean-up by the company's retention rules: progress and result.
CREATE TABLE retention_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- running, done
  state TEXT NOT NULL DEFAULT 'running',
  -- media, tickets
  phase TEXT NOT NULL DEFAULT 'media',
  -- the last row processed in the phase
  cursor INTEGER NOT NULL DEFAULT 0,
  files INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  messages INTEGER NOT NULL DEFAULT 0,
  tickets INTEGER NOT NULL DEFAULT 0,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;

-- Erasures of people: when, by whom and how many rows, without personal data. Contact ids are never reused.
CREATE TABLE contact_erasure (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- id of the certificate
  uuid TEXT NOT NULL UNIQUE,
  -- null = all contacts of the company
  contact_id INTEGER,
  -- number of people
  contacts INTEGER NOT NULL DEFAULT 1,
  user_id INTEGER,
  user_name TEXT NOT NULL DEFAULT '',
  -- JSON: rows removed, by kind
  counts TEXT NOT NULL DEFAULT '{}',
  erased_at INTEGER NOT NULL
) STRICT;

-- Erased people as keyed hashes: written in the transaction of the erasure, then copied to the system
-- file.
CREATE TABLE erased_identity (
  -- hex HMAC-SHA256 of kind, scope and identifier
  hash TEXT PRIMARY KEY,
  erased_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
