-- Which company a key belongs to, by its hash.
CREATE TABLE api_key_owner (
  hash TEXT PRIMARY KEY,
  company_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX api_key_owner_company ON api_key_owner (company_id);
