-- connections -----------------------------------------------------------------------------------------

-- Send-API tokens of connections, hashed.
CREATE TABLE connection_token (
  hash TEXT PRIMARY KEY,
  company_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The connection that owns a page, an account or a phone number of Meta.
CREATE TABLE meta_route (
  kind TEXT NOT NULL,
  external_id TEXT NOT NULL,
  company_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  business_id TEXT,
  PRIMARY KEY (kind, external_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX meta_route_business ON meta_route (business_id) WHERE kind = 'phone';
