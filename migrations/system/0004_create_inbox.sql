-- push ------------------------------------------------------------------------------------------------

-- The VAPID key that signs push requests of this installation. Created at the first use.
CREATE TABLE vapid_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  public_key TEXT NOT NULL,
  -- sealed
  private_key TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- A browser belongs to one company at a time: the one that registered its push address last.
CREATE TABLE push_endpoint (
  -- SHA-256 of the address
  hash TEXT PRIMARY KEY,
  company_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
