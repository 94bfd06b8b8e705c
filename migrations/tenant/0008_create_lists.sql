-- Lists of people that campaigns write to (behaviour 27).
CREATE TABLE contact_list (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- kept by the triggers below
  contacts_count INTEGER NOT NULL DEFAULT 0,
  valid_count INTEGER NOT NULL DEFAULT 0,
  invalid_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX contact_list_name ON contact_list (name COLLATE NOCASE);

CREATE TABLE contact_list_item (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- without a reference: the people of a deleted list go in pieces behind it
  contact_list_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  -- digits, country code first; the network's form once it was asked
  number TEXT NOT NULL,
  -- what two spellings of one phone have in common (behaviour 1.2)
  match_key TEXT NOT NULL,
  email TEXT NOT NULL DEFAULT '',
  -- whether the number is on WhatsApp; null = not known
  is_whatsapp_valid INTEGER,
  -- when the network may be asked; null = nothing to ask
  check_at INTEGER,
  -- name, number and e-mail as searches compare them
  search TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX contact_list_item_key ON contact_list_item (contact_list_id, match_key);
-- In the order of the page, with what is searched and filtered: 100,000 people are looked through without their rows.
CREATE INDEX contact_list_item_name ON contact_list_item (contact_list_id, name COLLATE NOCASE, id, search, is_whatsapp_valid);
CREATE INDEX contact_list_item_number ON contact_list_item (match_key);
CREATE INDEX contact_list_item_check ON contact_list_item (check_at, id) WHERE check_at IS NOT NULL;

CREATE TRIGGER contact_list_item_insert AFTER INSERT ON contact_list_item BEGIN
  UPDATE contact_list SET contacts_count = contacts_count + 1,
    valid_count = valid_count + (new.is_whatsapp_valid IS 1),
    invalid_count = invalid_count + (new.is_whatsapp_valid IS 0)
  WHERE id = new.contact_list_id;
END;
CREATE TRIGGER contact_list_item_delete AFTER DELETE ON contact_list_item BEGIN
  UPDATE contact_list SET contacts_count = contacts_count - 1,
    valid_count = valid_count - (old.is_whatsapp_valid IS 1),
    invalid_count = invalid_count - (old.is_whatsapp_valid IS 0)
  WHERE id = old.contact_list_id;
END;
CREATE TRIGGER contact_list_item_valid AFTER UPDATE OF is_whatsapp_valid ON contact_list_item
WHEN old.is_whatsapp_valid IS NOT new.is_whatsapp_valid BEGIN
  UPDATE contact_list SET
    valid_count = valid_count + (new.is_whatsapp_valid IS 1) - (old.is_whatsapp_valid IS 1),
    invalid_count = invalid_count + (new.is_whatsapp_valid IS 0) - (old.is_whatsapp_valid IS 0)
  WHERE id = new.contact_list_id;
END;

-- Null: into the contacts; else into this list.
ALTER TABLE contact_import ADD COLUMN contact_list_id INTEGER;

-- Files that go with a campaign, each with its name (behaviour 28).
CREATE TABLE file_list (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  message TEXT NOT NULL,
  user_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX file_list_name ON file_list (name COLLATE NOCASE, id);

CREATE TABLE file_list_option (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  file_list_id INTEGER NOT NULL REFERENCES file_list (id) ON DELETE CASCADE,
  -- order in the list
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  media_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL
) STRICT;
CREATE INDEX file_list_option_list ON file_list_option (file_list_id, position, id);
CREATE INDEX file_list_option_media ON file_list_option (media_id) WHERE media_id IS NOT NULL;
