-- privacy ---------------------------------------------------------------------------------------------

-- One night's clean-up by the company's own rules: how far it is, and what it removed.
CREATE TABLE retention_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- running, done
  state TEXT NOT NULL DEFAULT 'running',
  -- media, tickets
  phase TEXT NOT NULL DEFAULT 'media',
  -- the last row of the phase that was looked at
  cursor INTEGER NOT NULL DEFAULT 0,
  files INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  messages INTEGER NOT NULL DEFAULT 0,
  tickets INTEGER NOT NULL DEFAULT 0,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;

-- That a person was erased: when, by whom, how much; nothing of the person. Ids of contacts are never given twice.
CREATE TABLE contact_erasure (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- names the certificate
  uuid TEXT NOT NULL UNIQUE,
  -- null = every contact of the company at once
  contact_id INTEGER,
  -- people of this certificate
  contacts INTEGER NOT NULL DEFAULT 1,
  user_id INTEGER,
  user_name TEXT NOT NULL DEFAULT '',
  -- JSON: rows removed, by kind
  counts TEXT NOT NULL DEFAULT '{}',
  erased_at INTEGER NOT NULL
) STRICT;

-- Who was erased, as sums with the key of the installation's ledger: written with the erasure, copied to the installation
-- behind it.
CREATE TABLE erased_identity (
  -- hex HMAC-SHA256 of kind, scope and identifier
  hash TEXT PRIMARY KEY,
  erased_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
