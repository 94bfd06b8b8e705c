-- consents --------------------------------------------------------------------------------------------

-- Privacy notice that a connection sends before the first automatic answer. Each change is a new version.
CREATE TABLE consent_text (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  -- '' = no notice is sent any more
  body TEXT NOT NULL,
  -- 1 = also sent to people who received an earlier version
  tells_again INTEGER NOT NULL DEFAULT 0,
  user_id INTEGER,
  created_at INTEGER NOT NULL,
  UNIQUE (connection_id, version)
) STRICT;

-- Which version of the notice a contact received, when, and when the contact opted out.
CREATE TABLE consent (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  contact_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  -- the message with the notice
  message_id INTEGER,
  told_at INTEGER NOT NULL,
  withdrawn_at INTEGER
) STRICT;

CREATE INDEX consent_connection ON consent (connection_id, version);

CREATE UNIQUE INDEX consent_once ON consent (contact_id, connection_id, version);

-- quick-replies ---------------------------------------------------------------------------------------

-- Saved texts and files for the composer.
CREATE TABLE quick_reply (
  id INTEGER PRIMARY KEY,
  shortcode TEXT NOT NULL COLLATE NOCASE,
  message TEXT NOT NULL DEFAULT '',
  -- 1 = of the whole company; 0 = of its owner
  shared INTEGER NOT NULL DEFAULT 0,
  -- offered in the composer
  active INTEGER NOT NULL DEFAULT 1,
  media_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL,
  -- its author, and its owner while it is not shared
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX quick_reply_media ON quick_reply (media_id) WHERE media_id IS NOT NULL;

CREATE UNIQUE INDEX quick_reply_own ON quick_reply (user_id, shortcode) WHERE shared = 0;

-- Shortcodes are unique among the company's shared replies, and among those of each user.
CREATE UNIQUE INDEX quick_reply_shared ON quick_reply (shortcode) WHERE shared = 1;

-- scheduled-messages ----------------------------------------------------------------------------------

-- Messages to be sent at a set time (docs/rules/scheduled-messages.md).
CREATE TABLE scheduled_message (
  -- never reused: the outbox finds what was sent by it
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  body TEXT NOT NULL,
  contact_id INTEGER NOT NULL REFERENCES contact (id),
  send_at INTEGER NOT NULL,
  -- author
  user_id INTEGER NOT NULL,
  -- null = the company's default at sending
  connection_id INTEGER,
  media_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL,
  -- pending, queued (claimed), sent, failed
  status TEXT NOT NULL DEFAULT 'pending',
  sent_at INTEGER,
  error TEXT,
  -- none, daily, weekly, monthly
  recurrence TEXT NOT NULL DEFAULT 'none',
  -- local time of the first message of the series, YYYY-MM-DD HH:mm:ss: after February the series returns to the 31st
  series_start TEXT NOT NULL,
  late_limit_hours INTEGER NOT NULL DEFAULT 12,
  claimed_at INTEGER,
  outbox_id INTEGER,
  -- ticket in which it was written
  ticket_id INTEGER REFERENCES ticket (id) ON DELETE SET NULL,
  -- the next row of the series
  next_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  template TEXT
) STRICT;

CREATE INDEX scheduled_message_claimed ON scheduled_message (send_at, id) WHERE status = 'queued';

CREATE INDEX scheduled_message_contact ON scheduled_message (contact_id, send_at, id);

CREATE INDEX scheduled_message_media ON scheduled_message (media_id) WHERE media_id IS NOT NULL;

CREATE INDEX scheduled_message_outbox ON scheduled_message (outbox_id) WHERE outbox_id IS NOT NULL;

CREATE INDEX scheduled_message_status ON scheduled_message (status, send_at, id);

CREATE INDEX scheduled_message_ticket ON scheduled_message (ticket_id) WHERE ticket_id IS NOT NULL;

CREATE INDEX scheduled_message_time ON scheduled_message (send_at, id);

CREATE INDEX scheduled_message_user ON scheduled_message (user_id, send_at, id);

CREATE INDEX scheduled_message_waiting ON scheduled_message (send_at, id) WHERE status = 'pending';

-- distribution ----------------------------------------------------------------------------------------

-- Users to whom a waiting ticket was already offered since it entered its queue (docs/rules/distribution.md).
CREATE TABLE distribution_offer (
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  offered_at INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, user_id)
) STRICT, WITHOUT ROWID;

-- ratings ---------------------------------------------------------------------------------------------

CREATE TABLE user_rating (
  id INTEGER PRIMARY KEY,
  -- a period is rated once
  period_id INTEGER NOT NULL UNIQUE REFERENCES ticket_period (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  rate INTEGER NOT NULL CHECK (rate IN (1, 2, 3)),
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX user_rating_created ON user_rating (created_at);

CREATE INDEX user_rating_ticket ON user_rating (ticket_id);

-- chats -----------------------------------------------------------------------------------------------

-- Chats between users of the company (docs/rules/team.md).
CREATE TABLE chat (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  -- only the owner changes and deletes it
  owner_id INTEGER NOT NULL REFERENCES user (id),
  -- '{name}: {text}' of the newest message
  last_message TEXT NOT NULL DEFAULT '',
  -- 0 = no message yet
  last_message_id INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  -- also set by messages: sorts the list
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE chat_member (
  chat_id INTEGER NOT NULL REFERENCES chat (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  unreads INTEGER NOT NULL DEFAULT 0,
  -- unread messages that mention this user
  mentions INTEGER NOT NULL DEFAULT 0,
  -- newest message this user has read
  last_read_id INTEGER NOT NULL DEFAULT 0,
  joined_at INTEGER NOT NULL,
  PRIMARY KEY (chat_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX chat_member_user ON chat_member (user_id, chat_id);

CREATE TABLE chat_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chat_id INTEGER NOT NULL REFERENCES chat (id) ON DELETE CASCADE,
  sender_id INTEGER NOT NULL REFERENCES user (id),
  body TEXT NOT NULL DEFAULT '',
  -- null = text
  media_type TEXT,
  media_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL,
  voice INTEGER NOT NULL DEFAULT 0,
  quoted_id INTEGER,
  -- JSON: ids of the mentioned members
  mentions TEXT NOT NULL DEFAULT '[]',
  client_message_id TEXT,
  -- hash of the request with client_message_id
  client_hash TEXT,
  is_edited INTEGER NOT NULL DEFAULT 0,
  deleted_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX chat_message_client ON chat_message (sender_id, client_message_id)
  WHERE client_message_id IS NOT NULL;

CREATE INDEX chat_message_media ON chat_message (media_id) WHERE media_id IS NOT NULL;

CREATE INDEX chat_message_of ON chat_message (chat_id, id);

CREATE VIRTUAL TABLE chat_message_search USING fts5 (
  body, content = 'chat_message', content_rowid = 'id',
  tokenize = "unicode61 remove_diacritics 2", prefix = '2 3'
);

-- push ------------------------------------------------------------------------------------------------

-- Devices that get notifications through the push service of their browser. One per login session.
CREATE TABLE push_subscription (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL,
  session_id INTEGER NOT NULL UNIQUE,
  -- URL at the push service; secret, because it allows sending
  endpoint TEXT NOT NULL UNIQUE,
  -- public key of the browser and the shared secret
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  language TEXT NOT NULL,
  -- 1 = notifications include the beginning of the message
  preview INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX push_subscription_user ON push_subscription (user_id);

-- triggers ------------------------------------------------------------------------------------------

-- A rating is given once, never changed, and deleted with its period.
CREATE TRIGGER metric_rating_insert AFTER INSERT ON user_rating BEGIN
  INSERT INTO metric_change
  SELECT r.id, 1, r.queue_id, r.connection_id, r.user_id, r.created_at, r.queued_at, r.started_at, r.first_response_at,
    r.finished_at, NULL, NULL, NULL
  FROM ticket_period r JOIN ticket t ON t.id = r.ticket_id
  WHERE r.id = new.period_id AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
  ON CONFLICT (period_id) DO NOTHING;
END;

CREATE TRIGGER chat_message_search_delete AFTER DELETE ON chat_message WHEN old.body <> '' BEGIN
  INSERT INTO chat_message_search (chat_message_search, rowid, body) VALUES ('delete', old.id, old.body);
END;

CREATE TRIGGER chat_message_search_insert AFTER INSERT ON chat_message WHEN new.body <> '' BEGIN
  INSERT INTO chat_message_search (rowid, body) VALUES (new.id, new.body);
END;

-- One trigger, because the order of two is undefined and the old text must be deleted before the new one is inserted.
CREATE TRIGGER chat_message_search_update AFTER UPDATE OF body ON chat_message BEGIN
  INSERT INTO chat_message_search (chat_message_search, rowid, body)
    SELECT 'delete', old.id, old.body WHERE old.body <> '';
  INSERT INTO chat_message_search (rowid, body) SELECT new.id, new.body WHERE new.body <> '';
END;

-- As for message_search.
INSERT INTO chat_message_search (chat_message_search, rank) VALUES ('secure-delete', 0);
