-- Keys of the company for other systems; each opens only what its scopes name.
CREATE TABLE api_key (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- the key itself is shown once and kept nowhere
  hash TEXT NOT NULL UNIQUE,
  last4 TEXT NOT NULL,
  -- JSON
  scopes TEXT NOT NULL,
  -- who made it
  user_id INTEGER,
  created_at INTEGER NOT NULL,
  -- to the minute
  last_used_at INTEGER
) STRICT;
