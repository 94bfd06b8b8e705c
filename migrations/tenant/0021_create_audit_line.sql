-- Who did what in the company. Lines are added and, when they are old enough, removed; never changed.
CREATE TABLE audit_line (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  -- person, support, key, provider, product
  who TEXT NOT NULL,
  -- no foreign key: a line outlives whom it names
  user_id INTEGER,
  -- as it was called then
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  verb TEXT NOT NULL,
  thing_id TEXT,
  -- NULL for people outside the company: their data must not outlive them here
  thing TEXT,
  -- JSON
  details TEXT NOT NULL DEFAULT '{}',
  ip TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX audit_line_at ON audit_line (at);
CREATE INDEX audit_line_user ON audit_line (user_id, kind);
CREATE INDEX audit_line_thing ON audit_line (kind, thing_id);
CREATE INDEX audit_line_verb ON audit_line (verb);
CREATE TRIGGER audit_line_stands BEFORE UPDATE ON audit_line BEGIN
  SELECT raise(ABORT, 'a line of the audit trail is never changed');
END;
