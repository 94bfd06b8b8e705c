-- Files of reports (docs/rules/reports.md#files); the files themselves are in the folder `reports` of the company.
CREATE TABLE report_file (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  format TEXT NOT NULL,
  language TEXT NOT NULL,
  -- JSON of the filter, with the days of its period
  filter TEXT NOT NULL,
  -- JSON list of columns
  columns TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed', 'cancelled')),
  -- ERR_* of a failed one
  error TEXT,
  -- rows
  done INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL,
  -- JSON: where the next rows begin; NULL = at the first one
  next_rows TEXT,
  -- written and synced so far; more than that is cut off after a kill
  bytes INTEGER NOT NULL DEFAULT 0,
  -- grows when the file begins again, so that what was read before is not stored
  attempt INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  -- when row and file are deleted
  expires_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX report_file_running ON report_file (user_id) WHERE state = 'running';
CREATE INDEX report_file_expires ON report_file (expires_at);
