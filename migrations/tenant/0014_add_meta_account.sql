-- What a connection is called on Meta's side, and the token that speaks for it (behaviour 21).
CREATE TABLE meta_account (
  connection_id INTEGER PRIMARY KEY REFERENCES connection (id),
  kind TEXT NOT NULL CHECK (kind IN ('page', 'instagram', 'phone')),
  -- page id, Instagram account id, phone_number_id
  external_id TEXT NOT NULL,
  -- of an Instagram account: its page; of a phone number: its business account
  parent_id TEXT,
  -- encrypted; null once it was erased
  token TEXT,
  -- the network took the token, ms
  checked_at INTEGER NOT NULL
) STRICT;
CREATE INDEX meta_account_external ON meta_account (kind, external_id);
