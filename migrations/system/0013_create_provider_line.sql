-- Who of the provider did what, and what commands did. Lines are added and, when old enough, removed; never changed.
CREATE TABLE provider_line (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  -- person, console, product
  who TEXT NOT NULL,
  user_id INTEGER,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  verb TEXT NOT NULL,
  thing_id TEXT,
  thing TEXT,
  details TEXT NOT NULL DEFAULT '{}',
  ip TEXT NOT NULL DEFAULT '',
  -- whose company it was about
  company_id INTEGER
) STRICT;
CREATE INDEX provider_line_at ON provider_line (at);
CREATE INDEX provider_line_user ON provider_line (user_id, kind);
CREATE INDEX provider_line_thing ON provider_line (kind, thing_id);
CREATE INDEX provider_line_verb ON provider_line (verb);
CREATE TRIGGER provider_line_stands BEFORE UPDATE ON provider_line BEGIN
  SELECT raise(ABORT, 'a line of the audit trail is never changed');
END;

-- Which files a rotation of the installation key has done already.
CREATE TABLE sealed_file (
  name TEXT PRIMARY KEY,
  key_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;
