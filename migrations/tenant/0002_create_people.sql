-- tags ------------------------------------------------------------------------------------------------

CREATE TABLE tag (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  color TEXT NOT NULL,
  kanban INTEGER NOT NULL DEFAULT 0,
  user_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- contacts --------------------------------------------------------------------------------------------

CREATE TABLE contact (
  -- never reused: the undo of a merge restores the old id
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  -- manual: never overwritten by the network; phone: the number is shown because there is no name
  name_source TEXT NOT NULL DEFAULT 'phone',
  -- shown value: digits of the pn identity, null when unknown
  number TEXT,
  email TEXT NOT NULL DEFAULT '',
  is_group INTEGER NOT NULL DEFAULT 0,
  blocked INTEGER NOT NULL DEFAULT 0,
  disable_bot INTEGER NOT NULL DEFAULT 0,
  opted_out_at INTEGER,
  picture_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL,
  picture_checked_at INTEGER,
  connection_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- The list of contacts sorted by the day they were saved (docs/rules/pages.md#contacts).
CREATE INDEX contact_created ON contact (created_at, id);

CREATE INDEX contact_name ON contact (name COLLATE NOCASE, id);

CREATE INDEX contact_number ON contact (number) WHERE number IS NOT NULL;

CREATE TABLE contact_identity (
  id INTEGER PRIMARY KEY,
  contact_id INTEGER NOT NULL REFERENCES contact (id),
  kind TEXT NOT NULL,
  scope TEXT NOT NULL DEFAULT '',
  value TEXT NOT NULL,
  -- pn: without Brazil's ninth digit (docs/rules/contacts.md#ninth-digit); other kinds: the value
  match_key TEXT NOT NULL,
  -- address used for sending
  address TEXT NOT NULL,
  checked_at INTEGER,
  -- yes, no, unknown
  exists_state TEXT NOT NULL DEFAULT 'unknown'
) STRICT;

CREATE INDEX contact_identity_contact ON contact_identity (contact_id);

CREATE UNIQUE INDEX contact_identity_key ON contact_identity (kind, scope, match_key);

-- Whether typed numbers exist on WhatsApp, cached for 30 days (docs/rules/contacts.md#number-check).
CREATE TABLE number_check (
  match_key TEXT PRIMARY KEY,
  found INTEGER NOT NULL,
  -- JSON: identities as the network returned them
  identities TEXT NOT NULL DEFAULT '[]',
  checked_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE contact_extra (
  id INTEGER PRIMARY KEY,
  contact_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL
) STRICT;

CREATE INDEX contact_extra_contact ON contact_extra (contact_id);

-- Names of additional contact fields are variables of texts; they are looked up when a text is saved.
CREATE INDEX contact_extra_name ON contact_extra (lower(trim(name)));

CREATE TABLE contact_merge (
  id INTEGER PRIMARY KEY,
  survivor_id INTEGER NOT NULL,
  merged_contact_id INTEGER NOT NULL,
  -- JSON: the merged contact, and the ids of all moved rows
  loser TEXT NOT NULL,
  moved TEXT NOT NULL,
  automatic INTEGER NOT NULL,
  user_id INTEGER,
  merged_at INTEGER NOT NULL,
  undone_at INTEGER
) STRICT;

CREATE INDEX contact_merge_loser ON contact_merge (merged_contact_id);

CREATE INDEX contact_merge_survivor ON contact_merge (survivor_id);

CREATE TABLE group_member (
  group_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, contact_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX group_member_contact ON group_member (contact_id);

-- Names, numbers and e-mails are found by any part of them: the index holds every three letters in a row. Each text is
-- padded
-- with blanks, so that a search for one or two letters finds them at the start of a word.
CREATE VIEW contact_search_text AS
  SELECT id, ' ' || name || ' ' AS name, ' ' || number || ' ' AS number, ' ' || email || ' ' AS email FROM contact;

CREATE VIRTUAL TABLE contact_search USING fts5 (
  name, number, email, content = 'contact_search_text', content_rowid = 'id', tokenize = "trigram remove_diacritics 1"
);

-- The terms of the index. Those that begin with a blank and a letter answer a search for one letter.
CREATE VIRTUAL TABLE contact_initial USING fts5vocab (contact_search, 'instance');

-- triggers ------------------------------------------------------------------------------------------

CREATE TRIGGER contact_search_delete AFTER DELETE ON contact BEGIN
  INSERT INTO contact_search (contact_search, rowid, name, number, email)
    VALUES ('delete', old.id, ' ' || old.name || ' ', ' ' || old.number || ' ', ' ' || old.email || ' ');
END;

CREATE TRIGGER contact_search_insert AFTER INSERT ON contact BEGIN
  INSERT INTO contact_search (rowid, name, number, email)
    VALUES (new.id, ' ' || new.name || ' ', ' ' || new.number || ' ', ' ' || new.email || ' ');
END;

CREATE TRIGGER contact_search_update AFTER UPDATE OF name, number, email ON contact
  WHEN old.name IS NOT new.name OR old.number IS NOT new.number OR old.email IS NOT new.email BEGIN
  INSERT INTO contact_search (contact_search, rowid, name, number, email)
    VALUES ('delete', old.id, ' ' || old.name || ' ', ' ' || old.number || ' ', ' ' || old.email || ' ');
  INSERT INTO contact_search (rowid, name, number, email)
    VALUES (new.id, ' ' || new.name || ' ', ' ' || new.number || ' ', ' ' || new.email || ' ');
END;

-- The trigrams of a deleted contact are removed from the index itself, so that an erased person cannot be read there.
INSERT INTO contact_search (contact_search, rank) VALUES ('secure-delete', 1);
