-- Names, numbers and e-mails are found by any part of them. The index holds every three letters in a row. Each text stands
-- between blanks, so that one or two letters, which are no three, are found where a word begins.
DROP TRIGGER contact_search_insert;
DROP TRIGGER contact_search_delete;
DROP TRIGGER contact_search_update;
DROP TABLE contact_search;

CREATE VIEW contact_search_text AS
  SELECT id, ' ' || name || ' ' AS name, ' ' || number || ' ' AS number, ' ' || email || ' ' AS email FROM contact;

CREATE VIRTUAL TABLE contact_search USING fts5 (
  name, number, email, content = 'contact_search_text', content_rowid = 'id', tokenize = "trigram remove_diacritics 1"
);
-- The trigrams of a deleted contact are removed from the index itself, so that an erased person cannot be read there.
INSERT INTO contact_search (contact_search, rank) VALUES ('secure-delete', 1);
INSERT INTO contact_search (contact_search) VALUES ('rebuild');

-- The terms of the index: those that begin with a blank and a letter answer a search for one letter.
CREATE VIRTUAL TABLE contact_initial USING fts5vocab (contact_search, 'instance');

CREATE TRIGGER contact_search_insert AFTER INSERT ON contact BEGIN
  INSERT INTO contact_search (rowid, name, number, email)
    VALUES (new.id, ' ' || new.name || ' ', ' ' || new.number || ' ', ' ' || new.email || ' ');
END;
CREATE TRIGGER contact_search_delete AFTER DELETE ON contact BEGIN
  INSERT INTO contact_search (contact_search, rowid, name, number, email)
    VALUES ('delete', old.id, ' ' || old.name || ' ', ' ' || old.number || ' ', ' ' || old.email || ' ');
END;
CREATE TRIGGER contact_search_update AFTER UPDATE OF name, number, email ON contact
  WHEN old.name IS NOT new.name OR old.number IS NOT new.number OR old.email IS NOT new.email BEGIN
  INSERT INTO contact_search (contact_search, rowid, name, number, email)
    VALUES ('delete', old.id, ' ' || old.name || ' ', ' ' || old.number || ' ', ' ' || old.email || ' ');
  INSERT INTO contact_search (rowid, name, number, email)
    VALUES (new.id, ' ' || new.name || ' ', ' ' || new.number || ' ', ' ' || new.email || ' ');
END;
