-- The full-text indexes of messages and contacts are filled in batches: one row at a time costs as much as the rest of
-- storing a message (docs/rules/search.md#late). Rows with a greater id than `last_id` are not indexed yet.
CREATE TABLE search_progress (
  -- message, contact
  name TEXT PRIMARY KEY,
  last_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO search_progress (name, last_id) VALUES
  ('message', (SELECT coalesce(max(id), 0) FROM message)),
  ('contact', (SELECT coalesce(max(id), 0) FROM contact));

DROP TRIGGER message_search_insert;

DROP TRIGGER message_search_delete;

CREATE TRIGGER message_search_delete AFTER DELETE ON message
WHEN old.body <> '' AND old.id <= (SELECT last_id FROM search_progress WHERE name = 'message') BEGIN
  INSERT INTO message_search (message_search, rowid, body) VALUES ('delete', old.id, old.body);
END;

DROP TRIGGER message_search_update;

-- One trigger, because the order of two is undefined and the old text must be deleted before the new one is inserted.
CREATE TRIGGER message_search_update AFTER UPDATE OF body ON message
WHEN old.id <= (SELECT last_id FROM search_progress WHERE name = 'message') BEGIN
  INSERT INTO message_search (message_search, rowid, body) SELECT 'delete', old.id, old.body WHERE old.body <> '';
  INSERT INTO message_search (rowid, body) SELECT new.id, new.body WHERE new.body <> '';
END;

DROP TRIGGER contact_search_insert;

-- The undo of a merge restores an old id.
CREATE TRIGGER contact_search_insert AFTER INSERT ON contact
WHEN new.id <= (SELECT last_id FROM search_progress WHERE name = 'contact') BEGIN
  INSERT INTO contact_search (rowid, name, number, email)
    VALUES (new.id, ' ' || new.name || ' ', ' ' || new.number || ' ', ' ' || new.email || ' ');
END;

DROP TRIGGER contact_search_delete;

CREATE TRIGGER contact_search_delete AFTER DELETE ON contact
WHEN old.id <= (SELECT last_id FROM search_progress WHERE name = 'contact') BEGIN
  INSERT INTO contact_search (contact_search, rowid, name, number, email)
    VALUES ('delete', old.id, ' ' || old.name || ' ', ' ' || old.number || ' ', ' ' || old.email || ' ');
END;

DROP TRIGGER contact_search_update;

CREATE TRIGGER contact_search_update AFTER UPDATE OF name, number, email ON contact
  WHEN (old.name IS NOT new.name OR old.number IS NOT new.number OR old.email IS NOT new.email)
    AND old.id <= (SELECT last_id FROM search_progress WHERE name = 'contact') BEGIN
  INSERT INTO contact_search (contact_search, rowid, name, number, email)
    VALUES ('delete', old.id, ' ' || old.name || ' ', ' ' || old.number || ' ', ' ' || old.email || ' ');
  INSERT INTO contact_search (rowid, name, number, email)
    VALUES (new.id, ' ' || new.name || ' ', ' ' || new.number || ' ', ' ' || new.email || ' ');
END;
