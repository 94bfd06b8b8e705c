-- Bulk messages (behaviour 16). Ids are never given twice: the outbox knows what was sent by them.
CREATE TABLE campaign (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- INATIVA, PROGRAMADA, EM_ANDAMENTO, CANCELADA, FINALIZADA
  status TEXT NOT NULL DEFAULT 'INATIVA',
  confirmation INTEGER NOT NULL DEFAULT 0,
  contact_list_id INTEGER,
  -- the list above was made from the tag
  list_from_tag INTEGER NOT NULL DEFAULT 0,
  tag_list_id INTEGER,
  -- null = the company's default when it starts
  connection_id INTEGER,
  file_list_id INTEGER,
  media_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL,
  -- queue of a ticket that begins with an answer
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
  -- a pause that ends by itself
  resume_at INTEGER,
  -- how far the recipients are frozen: drop, retry, list, tag, done; and the last row that was looked at
  freeze_phase TEXT NOT NULL DEFAULT 'list',
  freeze_cursor INTEGER NOT NULL DEFAULT 0,
  -- start, resume or restart: the pace counts from here
  pace_started_at INTEGER,
  paced INTEGER NOT NULL DEFAULT 0,
  last_dispatched_at INTEGER NOT NULL DEFAULT 0,
  -- gone for everybody; its recipients are removed piece by piece
  deleted_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX campaign_planned ON campaign (scheduled_at) WHERE status = 'PROGRAMADA';
CREATE INDEX campaign_running ON campaign (connection_id, last_dispatched_at) WHERE status = 'EM_ANDAMENTO';
CREATE INDEX campaign_media ON campaign (media_id) WHERE media_id IS NOT NULL;
CREATE INDEX campaign_deleted ON campaign (id) WHERE deleted_at IS NOT NULL;

-- One recipient of a campaign.
CREATE TABLE shipping (
  id INTEGER PRIMARY KEY,
  campaign_id INTEGER NOT NULL REFERENCES campaign (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  -- matchKey of the number; c{id} of a contact without one
  contact_key TEXT NOT NULL,
  contact_id INTEGER,
  number TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  -- name and number as searches compare them
  search TEXT NOT NULL DEFAULT '',
  -- 1 to 5, once it was chosen
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
  -- the message its state waits for: the request, then the main one
  message_id INTEGER,
  UNIQUE (campaign_id, contact_key)
) STRICT;
CREATE UNIQUE INDEX shipping_position ON shipping (campaign_id, position);
-- What is searched stands in it: 100,000 people are looked through without their rows.
CREATE INDEX shipping_search ON shipping (campaign_id, position, search);
CREATE INDEX shipping_state ON shipping (campaign_id, state, position);
CREATE INDEX shipping_confirmed_first ON shipping (campaign_id, position) WHERE state = 'waiting' AND confirmed_at IS NOT NULL;
CREATE INDEX shipping_dispatches ON shipping (campaign_id, dispatched_at) WHERE dispatched_at IS NOT NULL;
CREATE INDEX shipping_open_request ON shipping (confirmation_requested_at) WHERE state = 'awaiting_confirmation';
CREATE INDEX shipping_message ON shipping (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX shipping_contact ON shipping (contact_id, dispatched_at) WHERE contact_id IS NOT NULL;

-- How many recipients are how far: kept by the triggers below, so that a report of 100,000 costs nothing.
CREATE TABLE campaign_tally (
  campaign_id INTEGER NOT NULL REFERENCES campaign (id) ON DELETE CASCADE,
  what TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, what)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER shipping_made AFTER INSERT ON shipping BEGIN
  INSERT INTO campaign_tally VALUES (new.campaign_id, new.state || ':' || coalesce(new.reason, ''), 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER shipping_moved AFTER UPDATE OF state, reason ON shipping
  WHEN new.state IS NOT old.state OR new.reason IS NOT old.reason BEGIN
  UPDATE campaign_tally SET n = n - 1
    WHERE campaign_id = old.campaign_id AND what = old.state || ':' || coalesce(old.reason, '');
  INSERT INTO campaign_tally VALUES (new.campaign_id, new.state || ':' || coalesce(new.reason, ''), 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER shipping_dropped AFTER DELETE ON shipping BEGIN
  UPDATE campaign_tally SET n = n - 1
    WHERE campaign_id = old.campaign_id AND what = old.state || ':' || coalesce(old.reason, '');
END;
CREATE TRIGGER shipping_asked AFTER UPDATE OF confirmation_requested_at ON shipping
  WHEN (new.confirmation_requested_at IS NULL) <> (old.confirmation_requested_at IS NULL) BEGIN
  INSERT INTO campaign_tally VALUES
    (new.campaign_id, 'asked', CASE WHEN new.confirmation_requested_at IS NULL THEN -1 ELSE 1 END)
    ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER shipping_confirmed AFTER UPDATE OF confirmed_at ON shipping
  WHEN new.confirmed_at IS NOT NULL AND old.confirmed_at IS NULL BEGIN
  INSERT INTO campaign_tally VALUES (new.campaign_id, 'confirmed', 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER shipping_delivered AFTER UPDATE OF delivered_at ON shipping
  WHEN new.delivered_at IS NOT NULL AND old.delivered_at IS NULL BEGIN
  INSERT INTO campaign_tally VALUES (new.campaign_id, 'delivered', 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER shipping_received AFTER UPDATE OF received_at ON shipping
  WHEN new.received_at IS NOT NULL AND old.received_at IS NULL BEGIN
  INSERT INTO campaign_tally VALUES (new.campaign_id, 'received', 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER shipping_read AFTER UPDATE OF read_at ON shipping
  WHEN new.read_at IS NOT NULL AND old.read_at IS NULL BEGIN
  INSERT INTO campaign_tally VALUES (new.campaign_id, 'read', 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER shipping_replied AFTER UPDATE OF replied_at ON shipping
  WHEN new.replied_at IS NOT NULL AND old.replied_at IS NULL BEGIN
  INSERT INTO campaign_tally VALUES (new.campaign_id, 'replied', 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;

-- The one sender of a connection: when it may dispatch again, and how many recipients it had on a day.
CREATE TABLE campaign_sender (
  connection_id INTEGER PRIMARY KEY,
  next_send_at INTEGER NOT NULL DEFAULT 0,
  day TEXT NOT NULL DEFAULT '',
  sent_today INTEGER NOT NULL DEFAULT 0
) STRICT;

-- People of a list in the order in which they came: campaigns take them piece by piece.
CREATE INDEX contact_list_item_order ON contact_list_item (contact_list_id, id);
