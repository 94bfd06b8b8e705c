-- branding --------------------------------------------------------------------------------------------

-- Name, logo and colour shown to the users of this company. Empty values are the provider's.
CREATE TABLE brand (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL DEFAULT '',
  -- '#rrggbb' or ''
  color TEXT NOT NULL DEFAULT '',
  -- PNG, re-encoded from the uploaded picture
  logo BLOB,
  -- hex hash of the PNG, part of its URL
  logo_hash TEXT,
  updated_at INTEGER NOT NULL
) STRICT;

-- importer --------------------------------------------------------------------------------------------

-- Rows imported from a dump of another system, so that a second run imports only new and changed rows.
CREATE TABLE import_reference (
  -- name of the other installation
  source TEXT NOT NULL,
  -- table of the dump
  kind TEXT NOT NULL,
  external_id TEXT NOT NULL,
  id INTEGER NOT NULL,
  -- hash of the row at the last import
  hash TEXT NOT NULL,
  PRIMARY KEY (source, kind, external_id)
) STRICT, WITHOUT ROWID;

INSERT INTO brand (id, updated_at) VALUES (1, 0);
