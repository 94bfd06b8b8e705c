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
