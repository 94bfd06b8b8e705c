-- Under which name, sign and colour the people of this company see the product; what is empty is the provider's.
CREATE TABLE brand (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL DEFAULT '',
  -- '#rrggbb' or ''
  color TEXT NOT NULL DEFAULT '',
  -- PNG, made anew from what was uploaded
  logo BLOB,
  -- hex, of the PNG: part of its address
  logo_hash TEXT,
  updated_at INTEGER NOT NULL
) STRICT;
INSERT INTO brand (id, updated_at) VALUES (1, 0);
