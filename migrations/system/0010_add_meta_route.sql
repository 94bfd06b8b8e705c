-- Whose page, account or phone number a call of Meta is about.
CREATE TABLE meta_route (
  kind TEXT NOT NULL,
  external_id TEXT NOT NULL,
  company_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  PRIMARY KEY (kind, external_id)
) STRICT, WITHOUT ROWID;
