-- Under which name, sign and colour the provider offers the product. At most one row.
CREATE TABLE brand (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- '' = the product's own
  name TEXT NOT NULL DEFAULT '',
  -- '#rrggbb'; '' = the product's own
  color TEXT NOT NULL DEFAULT '',
  -- PNG, made anew from what was uploaded
  logo BLOB,
  -- hex, of the PNG: part of its address
  logo_hash TEXT,
  updated_at INTEGER NOT NULL
) STRICT;
