-- privacy ---------------------------------------------------------------------------------------------

-- Who was erased in which company, so that a backup which still knows them can be restored: sums, nothing of the person.
CREATE TABLE erased_identity (
  company_id INTEGER NOT NULL,
  -- hex HMAC-SHA256 of kind, scope and identifier
  hash TEXT NOT NULL,
  erased_at INTEGER NOT NULL,
  PRIMARY KEY (company_id, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE erasure_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- 32 random bytes, sealed with the installation key
  sealed TEXT NOT NULL
) STRICT;

-- backups ---------------------------------------------------------------------------------------------

CREATE TABLE backup_run (
  id INTEGER PRIMARY KEY,
  -- name of the backup in its place; null until it is finished
  stamp TEXT,
  -- folder or bucket
  place TEXT NOT NULL,
  -- night, asked, command
  source TEXT NOT NULL,
  -- running, done, failed
  state TEXT NOT NULL DEFAULT 'running',
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  companies INTEGER NOT NULL DEFAULT 0,
  -- JSON: companies that are not in it, with why
  left_out TEXT NOT NULL DEFAULT '[]',
  -- of all that can be restored from it
  size_bytes INTEGER NOT NULL DEFAULT 0,
  -- of what had to be stored anew
  new_bytes INTEGER NOT NULL DEFAULT 0,
  error TEXT
) STRICT;

CREATE INDEX backup_run_newest ON backup_run (started_at DESC, id DESC);

CREATE TABLE company_export (
  id INTEGER PRIMARY KEY,
  company_id INTEGER NOT NULL,
  -- running, done, failed, cancelled
  state TEXT NOT NULL DEFAULT 'running',
  done_bytes INTEGER NOT NULL DEFAULT 0,
  total_bytes INTEGER NOT NULL DEFAULT 0,
  -- of the file
  size_bytes INTEGER,
  -- user of company 1
  asked_by INTEGER NOT NULL,
  asked_name TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  -- the file is removed then
  expires_at INTEGER,
  error TEXT
) STRICT;

CREATE INDEX company_export_expires ON company_export (expires_at) WHERE expires_at IS NOT NULL;

CREATE INDEX company_export_of_company ON company_export (company_id, id DESC);

-- Which files a rotation of the installation key has done already.
CREATE TABLE sealed_file (
  name TEXT PRIMARY KEY,
  key_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Companies that come in from an archive on the screen; one at a time is on its way.
CREATE TABLE company_import (
  id INTEGER PRIMARY KEY,
  -- as the sender called it
  file_name TEXT NOT NULL,
  -- of the archive
  size_bytes INTEGER NOT NULL,
  -- uploading, looking, ready, running, done, failed, cancelled
  state TEXT NOT NULL DEFAULT 'uploading',
  -- JSON: what is in it, once it was looked at
  content TEXT,
  done_bytes INTEGER NOT NULL DEFAULT 0,
  total_bytes INTEGER NOT NULL DEFAULT 0,
  -- the company made of it; while running: half made, and thrown away by the next start
  company_id INTEGER,
  -- JSON: what came of it
  report TEXT,
  -- why it failed, or why the passphrase has to be typed again: a word, and what was found in words for an operator
  trouble TEXT,
  error TEXT,
  -- user of company 1
  asked_by INTEGER NOT NULL,
  asked_name TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  -- the last piece, or the last step
  touched_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;

-- certificates ----------------------------------------------------------------------------------------

-- Our standing with an authority that gives certificates by ACME.
CREATE TABLE acme_account (
  -- address of its directory
  directory TEXT PRIMARY KEY,
  -- PEM, sealed
  key TEXT NOT NULL,
  -- what the authority calls the account
  url TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE certificate (
  -- the names it is for, with commas, as they are configured
  names TEXT PRIMARY KEY,
  -- PEM, the newest first; null until the authority gave one
  chain TEXT,
  -- PEM, sealed
  key TEXT,
  not_before INTEGER,
  not_after INTEGER,
  -- in a row, since the last one that was given
  failures INTEGER NOT NULL DEFAULT 0,
  tried_at INTEGER,
  -- not before then again
  next_at INTEGER NOT NULL DEFAULT 0,
  error TEXT
) STRICT;
