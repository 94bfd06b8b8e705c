-- Who was erased, as sums with the key of the installation's ledger: written with the erasure, copied to the installation
-- behind it.
CREATE TABLE erased_identity (
  -- hex HMAC-SHA256 of kind, scope and identifier
  hash TEXT PRIMARY KEY,
  erased_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
