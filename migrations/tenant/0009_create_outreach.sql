-- contact-imports -------------------------------------------------------------------------------------

-- Imports of contacts from a spreadsheet or from the phone book of a connection (docs/rules/imports.md).
CREATE TABLE contact_import (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER,
  -- file, phone
  source TEXT NOT NULL,
  file_name TEXT NOT NULL DEFAULT '',
  dry_run INTEGER NOT NULL DEFAULT 0,
  -- reading, running, done, cancelled, failed
  state TEXT NOT NULL,
  -- 1 while reading or running: one import at a time
  busy INTEGER,
  -- JSON lists: headings, and the meaning of each column (name, number, email, extra, ignore)
  columns TEXT NOT NULL DEFAULT '[]',
  mapping TEXT NOT NULL DEFAULT '[]',
  -- country code for numbers without one
  country_code TEXT NOT NULL DEFAULT '',
  -- bytes of the row file already processed
  next_offset INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  duplicates INTEGER NOT NULL DEFAULT 0,
  invalid INTEGER NOT NULL DEFAULT 0,
  -- JSON: the first rows and their results
  preview TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  contact_list_id INTEGER
) STRICT;

CREATE UNIQUE INDEX contact_import_busy ON contact_import (busy) WHERE busy IS NOT NULL;

-- Rows that could not be imported, with their content.
CREATE TABLE contact_import_problem (
  import_id INTEGER NOT NULL REFERENCES contact_import (id) ON DELETE CASCADE,
  row INTEGER NOT NULL,
  reason TEXT NOT NULL,
  cells TEXT NOT NULL,
  PRIMARY KEY (import_id, row)
) STRICT, WITHOUT ROWID;

-- contact-lists ---------------------------------------------------------------------------------------

-- Contact lists for campaigns.
CREATE TABLE contact_list (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- maintained by the triggers below
  contacts_count INTEGER NOT NULL DEFAULT 0,
  valid_count INTEGER NOT NULL DEFAULT 0,
  invalid_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX contact_list_name ON contact_list (name COLLATE NOCASE);

CREATE TABLE contact_list_item (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- no foreign key: the items of a deleted list are deleted in steps
  contact_list_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  -- digits with country code; the network's form after the number check
  number TEXT NOT NULL,
  -- equal for all spellings of one number (docs/rules/contacts.md#ninth-digit)
  match_key TEXT NOT NULL,
  email TEXT NOT NULL DEFAULT '',
  -- whether the number is on WhatsApp; null = not known
  is_whatsapp_valid INTEGER,
  -- earliest time of the number check; null = no check needed
  check_at INTEGER,
  -- name, number and e-mail, folded for search
  search TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX contact_list_item_check ON contact_list_item (check_at, id) WHERE check_at IS NOT NULL;

CREATE UNIQUE INDEX contact_list_item_key ON contact_list_item (contact_list_id, match_key);

-- In the order of the page, with the searched and filtered columns: a search over 100,000 items reads only this index.
CREATE INDEX contact_list_item_name ON contact_list_item (contact_list_id, name COLLATE NOCASE, id, search, is_whatsapp_valid);

CREATE INDEX contact_list_item_number ON contact_list_item (match_key);

-- Items of a list in insertion order: campaigns read them in steps.
CREATE INDEX contact_list_item_order ON contact_list_item (contact_list_id, id);

-- file-lists ------------------------------------------------------------------------------------------

-- Named files that campaigns attach.
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
  -- position in the list
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  media_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL
) STRICT;

CREATE INDEX file_list_option_list ON file_list_option (file_list_id, position, id);

CREATE INDEX file_list_option_media ON file_list_option (media_id) WHERE media_id IS NOT NULL;

-- campaigns -------------------------------------------------------------------------------------------

-- Bulk messages (docs/rules/campaigns.md). Ids are never reused: the outbox finds what was sent by them.
CREATE TABLE campaign (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- inactive, scheduled, running, cancelled, finished
  status TEXT NOT NULL DEFAULT 'inactive',
  confirmation INTEGER NOT NULL DEFAULT 0,
  contact_list_id INTEGER,
  -- 1 = the list was created from the tag
  list_from_tag INTEGER NOT NULL DEFAULT 0,
  tag_list_id INTEGER,
  -- null = the company's default when it starts
  connection_id INTEGER,
  file_list_id INTEGER,
  media_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL,
  -- queue of tickets opened by replies
  reply_queue_id INTEGER REFERENCES queue (id) ON DELETE SET NULL,
  user_id INTEGER,
  message1 TEXT NOT NULL DEFAULT '',
  message2 TEXT NOT NULL DEFAULT '',
  message3 TEXT NOT NULL DEFAULT '',
  message4 TEXT NOT NULL DEFAULT '',
  message5 TEXT NOT NULL DEFAULT '',
  confirmation_message1 TEXT NOT NULL DEFAULT '',
  confirmation_message2 TEXT NOT NULL DEFAULT '',
  confirmation_message3 TEXT NOT NULL DEFAULT '',
  confirmation_message4 TEXT NOT NULL DEFAULT '',
  confirmation_message5 TEXT NOT NULL DEFAULT '',
  scheduled_at INTEGER,
  started_at INTEGER,
  completed_at INTEGER,
  paused_at INTEGER,
  pause_reason TEXT,
  -- end of an automatic pause
  resume_at INTEGER,
  -- progress of copying the recipients: drop, retry, list, tag, done; and the last row processed
  freeze_phase TEXT NOT NULL DEFAULT 'list',
  freeze_cursor INTEGER NOT NULL DEFAULT 0,
  -- time of the start, resume or restart: the pace counts from here
  pace_started_at INTEGER,
  paced INTEGER NOT NULL DEFAULT 0,
  last_dispatched_at INTEGER NOT NULL DEFAULT 0,
  -- deleted for users; its recipients are deleted in steps
  deleted_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  template1 TEXT,
  template2 TEXT,
  template3 TEXT,
  template4 TEXT,
  template5 TEXT
) STRICT;

CREATE INDEX campaign_deleted ON campaign (id) WHERE deleted_at IS NOT NULL;

CREATE INDEX campaign_media ON campaign (media_id) WHERE media_id IS NOT NULL;

CREATE INDEX campaign_planned ON campaign (scheduled_at) WHERE status = 'scheduled';

CREATE INDEX campaign_running ON campaign (connection_id, last_dispatched_at) WHERE status = 'running';

-- One recipient of a campaign.
CREATE TABLE campaign_recipient (
  id INTEGER PRIMARY KEY,
  campaign_id INTEGER NOT NULL REFERENCES campaign (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  -- match key of the number; c{id} for a contact without a number
  contact_key TEXT NOT NULL,
  contact_id INTEGER,
  number TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  -- name and number, folded for search
  search TEXT NOT NULL DEFAULT '',
  -- 1 to 5, set when it is chosen
  variant INTEGER,
  -- waiting, awaiting_confirmation, queued, sent, delivered, read, replied, failed, skipped, expired
  state TEXT NOT NULL DEFAULT 'waiting',
  reason TEXT,
  confirmation TEXT,
  confirmation_requested_at INTEGER,
  confirmed_at INTEGER,
  dispatched_at INTEGER,
  delivered_at INTEGER,
  received_at INTEGER,
  read_at INTEGER,
  replied_at INTEGER,
  -- the message whose state counts: the confirmation request, then the campaign message
  message_id INTEGER,
  UNIQUE (campaign_id, contact_key)
) STRICT;

CREATE INDEX campaign_recipient_confirmed_first ON campaign_recipient (campaign_id, position) WHERE state = 'waiting' AND confirmed_at IS NOT NULL;

CREATE INDEX campaign_recipient_contact ON campaign_recipient (contact_id, dispatched_at) WHERE contact_id IS NOT NULL;

CREATE INDEX campaign_recipient_dispatches ON campaign_recipient (campaign_id, dispatched_at) WHERE dispatched_at IS NOT NULL;

CREATE INDEX campaign_recipient_message ON campaign_recipient (message_id) WHERE message_id IS NOT NULL;

CREATE INDEX campaign_recipient_open_request ON campaign_recipient (confirmation_requested_at) WHERE state = 'awaiting_confirmation';

CREATE UNIQUE INDEX campaign_recipient_position ON campaign_recipient (campaign_id, position);

-- Contains the searched column: a search over 100,000 recipients reads only this index.
CREATE INDEX campaign_recipient_search ON campaign_recipient (campaign_id, position, search);

CREATE INDEX campaign_recipient_state ON campaign_recipient (campaign_id, state, position);

-- Number of recipients by state, maintained by the triggers below, so that reports do not count rows.
CREATE TABLE campaign_tally (
  campaign_id INTEGER NOT NULL REFERENCES campaign (id) ON DELETE CASCADE,
  what TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, what)
) STRICT, WITHOUT ROWID;

-- Sending limits of a connection: time of its next campaign message, and recipients of the day.
CREATE TABLE campaign_sender (
  connection_id INTEGER PRIMARY KEY,
  next_send_at INTEGER NOT NULL DEFAULT 0,
  day TEXT NOT NULL DEFAULT '',
  sent_today INTEGER NOT NULL DEFAULT 0
) STRICT;

-- triggers ------------------------------------------------------------------------------------------

CREATE TRIGGER contact_list_item_delete AFTER DELETE ON contact_list_item BEGIN
  UPDATE contact_list SET contacts_count = contacts_count - 1,
    valid_count = valid_count - (old.is_whatsapp_valid IS 1),
    invalid_count = invalid_count - (old.is_whatsapp_valid IS 0)
  WHERE id = old.contact_list_id;
END;

CREATE TRIGGER contact_list_item_insert AFTER INSERT ON contact_list_item BEGIN
  UPDATE contact_list SET contacts_count = contacts_count + 1,
    valid_count = valid_count + (new.is_whatsapp_valid IS 1),
    invalid_count = invalid_count + (new.is_whatsapp_valid IS 0)
  WHERE id = new.contact_list_id;
END;

CREATE TRIGGER contact_list_item_valid AFTER UPDATE OF is_whatsapp_valid ON contact_list_item
WHEN old.is_whatsapp_valid IS NOT new.is_whatsapp_valid BEGIN
  UPDATE contact_list SET
    valid_count = valid_count + (new.is_whatsapp_valid IS 1) - (old.is_whatsapp_valid IS 1),
    invalid_count = invalid_count + (new.is_whatsapp_valid IS 0) - (old.is_whatsapp_valid IS 0)
  WHERE id = new.contact_list_id;
END;

CREATE TRIGGER campaign_recipient_asked AFTER UPDATE OF confirmation_requested_at ON campaign_recipient
  WHEN (new.confirmation_requested_at IS NULL) <> (old.confirmation_requested_at IS NULL) BEGIN
  INSERT INTO campaign_tally VALUES
    (new.campaign_id, 'asked', CASE WHEN new.confirmation_requested_at IS NULL THEN -1 ELSE 1 END)
    ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;

CREATE TRIGGER campaign_recipient_confirmed AFTER UPDATE OF confirmed_at ON campaign_recipient
  WHEN new.confirmed_at IS NOT NULL AND old.confirmed_at IS NULL BEGIN
  INSERT INTO campaign_tally VALUES (new.campaign_id, 'confirmed', 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER campaign_recipient_delivered AFTER UPDATE OF delivered_at ON campaign_recipient
  WHEN new.delivered_at IS NOT NULL AND old.delivered_at IS NULL BEGIN
  INSERT INTO campaign_tally VALUES (new.campaign_id, 'delivered', 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER campaign_recipient_dropped AFTER DELETE ON campaign_recipient BEGIN
  UPDATE campaign_tally SET n = n - 1
    WHERE campaign_id = old.campaign_id AND what = old.state || ':' || coalesce(old.reason, '');
END;

CREATE TRIGGER campaign_recipient_made AFTER INSERT ON campaign_recipient BEGIN
  INSERT INTO campaign_tally VALUES (new.campaign_id, new.state || ':' || coalesce(new.reason, ''), 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER campaign_recipient_moved AFTER UPDATE OF state, reason ON campaign_recipient
  WHEN new.state IS NOT old.state OR new.reason IS NOT old.reason BEGIN
  UPDATE campaign_tally SET n = n - 1
    WHERE campaign_id = old.campaign_id AND what = old.state || ':' || coalesce(old.reason, '');
  INSERT INTO campaign_tally VALUES (new.campaign_id, new.state || ':' || coalesce(new.reason, ''), 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER campaign_recipient_read AFTER UPDATE OF read_at ON campaign_recipient
  WHEN new.read_at IS NOT NULL AND old.read_at IS NULL BEGIN
  INSERT INTO campaign_tally VALUES (new.campaign_id, 'read', 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER campaign_recipient_received AFTER UPDATE OF received_at ON campaign_recipient
  WHEN new.received_at IS NOT NULL AND old.received_at IS NULL BEGIN
  INSERT INTO campaign_tally VALUES (new.campaign_id, 'received', 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER campaign_recipient_replied AFTER UPDATE OF replied_at ON campaign_recipient
  WHEN new.replied_at IS NOT NULL AND old.replied_at IS NULL BEGIN
  INSERT INTO campaign_tally VALUES (new.campaign_id, 'replied', 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;

-- An official number can accept a message and report later that it was not delivered.
CREATE TRIGGER campaign_recipient_undelivered AFTER UPDATE OF delivered_at ON campaign_recipient
  WHEN new.delivered_at IS NULL AND old.delivered_at IS NOT NULL BEGIN
  UPDATE campaign_tally SET n = n - 1 WHERE campaign_id = new.campaign_id AND what = 'delivered';
END;
