-- Rows brought from another system's dump: a second run brings only what is new or changed.
CREATE TABLE import_ref (
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
