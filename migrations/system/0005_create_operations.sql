-- privacy ---------------------------------------------------------------------------------------------

-- Erased people per company, as hashes only: after a restore of an older backup they are erased again.
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
  -- name of the backup in its folder or bucket; null until it is finished
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
  -- JSON: companies that are not in the backup, with the reason
  left_out TEXT NOT NULL DEFAULT '[]',
  -- size of everything that can be restored from it
  size_bytes INTEGER NOT NULL DEFAULT 0,
  -- size of the new files it added
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
  -- size of the file
  size_bytes INTEGER,
  -- user of company 1
  asked_by INTEGER NOT NULL,
  asked_name TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  -- the file is deleted after this time
  expires_at INTEGER,
  error TEXT
) STRICT;

CREATE INDEX company_export_expires ON company_export (expires_at) WHERE expires_at IS NOT NULL;

CREATE INDEX company_export_of_company ON company_export (company_id, id DESC);

-- Files that a rotation of the installation key has already re-encrypted.
CREATE TABLE sealed_file (
  name TEXT PRIMARY KEY,
  key_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Imports of companies from archives. One import runs at a time.
CREATE TABLE company_import (
  id INTEGER PRIMARY KEY,
  -- file name given by the sender
  file_name TEXT NOT NULL,
  -- size of the archive
  size_bytes INTEGER NOT NULL,
  -- uploading, looking, ready, running, done, failed, cancelled
  state TEXT NOT NULL DEFAULT 'uploading',
  -- JSON: content of the archive, after the inspection
  content TEXT,
  done_bytes INTEGER NOT NULL DEFAULT 0,
  total_bytes INTEGER NOT NULL DEFAULT 0,
  -- the company created; while running it is incomplete, and the next start deletes it
  company_id INTEGER,
  -- JSON: result of the import
  report TEXT,
  -- why it failed, or why the passphrase is needed again: a code in `trouble`, details for an operator in `error`
  trouble TEXT,
  error TEXT,
  -- user of company 1
  asked_by INTEGER NOT NULL,
  asked_name TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  -- time of the last uploaded part or the last step
  touched_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;

-- certificates ----------------------------------------------------------------------------------------

-- Our accounts at ACME certificate authorities.
CREATE TABLE acme_account (
  -- URL of the ACME directory
  directory TEXT PRIMARY KEY,
  -- PEM, sealed
  key TEXT NOT NULL,
  -- URL of the account at the authority
  url TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE certificate (
  -- host names as configured, separated by commas
  names TEXT PRIMARY KEY,
  -- PEM chain, leaf first; null until the first certificate is issued
  chain TEXT,
  -- PEM, sealed
  key TEXT,
  not_before INTEGER,
  not_after INTEGER,
  -- failed attempts in a row since the last issued certificate
  failures INTEGER NOT NULL DEFAULT 0,
  tried_at INTEGER,
  -- earliest time of the next attempt
  next_at INTEGER NOT NULL DEFAULT 0,
  error TEXT
) STRICT;
