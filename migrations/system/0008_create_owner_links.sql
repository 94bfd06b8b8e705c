-- Links with which the owner of a phone links a connection; the tokens are hashed.
CREATE TABLE owner_link (
  token_hash TEXT PRIMARY KEY,
  company_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX owner_link_connection ON owner_link (company_id, connection_id);
