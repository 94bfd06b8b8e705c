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
CREATE INDEX company_export_of_company ON company_export (company_id, id DESC);
CREATE INDEX company_export_expires ON company_export (expires_at) WHERE expires_at IS NOT NULL;
