-- Contacts from a spreadsheet or from the phone book of a connection (behaviour 27).
CREATE TABLE contact_import (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER,
  -- file, phone
  source TEXT NOT NULL,
  file_name TEXT NOT NULL DEFAULT '',
  dry_run INTEGER NOT NULL DEFAULT 0,
  -- reading, running, done, cancelled, failed
  state TEXT NOT NULL,
  -- 1 while reading or running: one at a time
  busy INTEGER,
  -- JSON lists: headings, and what each column is (name, number, email, extra, ignore)
  columns TEXT NOT NULL DEFAULT '[]',
  mapping TEXT NOT NULL DEFAULT '[]',
  -- put before numbers that have none
  country_code TEXT NOT NULL DEFAULT '',
  -- how far the file of rows is worked off, bytes
  next_offset INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  duplicates INTEGER NOT NULL DEFAULT 0,
  invalid INTEGER NOT NULL DEFAULT 0,
  -- JSON: the first rows and what becomes of them
  preview TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER
) STRICT;
CREATE UNIQUE INDEX contact_import_busy ON contact_import (busy) WHERE busy IS NOT NULL;

-- Rows that could not be imported, with what stood in them.
CREATE TABLE contact_import_problem (
  import_id INTEGER NOT NULL REFERENCES contact_import (id) ON DELETE CASCADE,
  row INTEGER NOT NULL,
  reason TEXT NOT NULL,
  cells TEXT NOT NULL,
  PRIMARY KEY (import_id, row)
) STRICT, WITHOUT ROWID;
