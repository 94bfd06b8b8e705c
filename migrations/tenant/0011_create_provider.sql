-- branding --------------------------------------------------------------------------------------------

-- Under which name, sign and colour the people of this company see the product; what is empty is the provider's.
CREATE TABLE brand (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL DEFAULT '',
  -- '#rrggbb' or ''
  color TEXT NOT NULL DEFAULT '',
  -- PNG, made anew from what was uploaded
  logo BLOB,
  -- hex, of the PNG: part of its address
  logo_hash TEXT,
  updated_at INTEGER NOT NULL
) STRICT;

-- importer --------------------------------------------------------------------------------------------

-- Rows brought from another system's dump: a second run brings only what is new or changed.
CREATE TABLE import_reference (
  -- name of the other installation
  source TEXT NOT NULL,
  -- table of the dump
  kind TEXT NOT NULL,
  external_id TEXT NOT NULL,
  id INTEGER NOT NULL,
  -- of the row as it came last
  hash TEXT NOT NULL,
  PRIMARY KEY (source, kind, external_id)
) STRICT, WITHOUT ROWID;

INSERT INTO brand (id, updated_at) VALUES (1, 0);
