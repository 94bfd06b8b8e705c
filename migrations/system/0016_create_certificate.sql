-- Our standing with an authority that gives certificates by ACME.
CREATE TABLE acme_account (
  -- address of its directory
  directory TEXT PRIMARY KEY,
  -- PEM, sealed
  key TEXT NOT NULL,
  -- what the authority calls the account
  url TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE certificate (
  -- the names it is for, with commas, as they are configured
  names TEXT PRIMARY KEY,
  -- PEM, the newest first; null until the authority gave one
  chain TEXT,
  -- PEM, sealed
  key TEXT,
  not_before INTEGER,
  not_after INTEGER,
  -- in a row, since the last one that was given
  failures INTEGER NOT NULL DEFAULT 0,
  tried_at INTEGER,
  -- not before then again
  next_at INTEGER NOT NULL DEFAULT 0,
  error TEXT
) STRICT;
