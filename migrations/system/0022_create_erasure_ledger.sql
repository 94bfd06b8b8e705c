-- Who was erased in which company, so that a backup which still knows them can be restored: sums, nothing of the person.
CREATE TABLE erased_identity (
  company_id INTEGER NOT NULL,
  -- hex HMAC-SHA256 of kind, scope and identifier
  hash TEXT NOT NULL,
  erased_at INTEGER NOT NULL,
  PRIMARY KEY (company_id, hash)
) STRICT, WITHOUT ROWID;
CREATE TABLE erasure_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- 32 random bytes, sealed with the installation key
  sealed TEXT NOT NULL
) STRICT;
