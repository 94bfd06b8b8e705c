-- Companies, plans, helps and announcements brought from another system's dump.
CREATE TABLE imported_thing (
  source TEXT NOT NULL,
  kind TEXT NOT NULL,
  external_id TEXT NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (source, kind, external_id)
) STRICT, WITHOUT ROWID;
