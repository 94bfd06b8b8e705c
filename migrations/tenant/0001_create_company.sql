-- Everything of one company. Times are milliseconds since 1970 UTC unless the name says otherwise.
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE queue (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE,
  color TEXT NOT NULL,
  order_queue INTEGER NOT NULL DEFAULT 0,
  greeting_message TEXT NOT NULL DEFAULT '',
  complation_message TEXT NOT NULL DEFAULT '',
  out_of_hours_message TEXT NOT NULL DEFAULT '',
  rating_message TEXT NOT NULL DEFAULT '',
  token TEXT NOT NULL DEFAULT '',
  integration_id INTEGER,
  prompt_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX queue_name ON queue (name);
CREATE UNIQUE INDEX queue_color ON queue (lower(color));

CREATE TABLE user (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  profile TEXT NOT NULL DEFAULT 'user',
  super INTEGER NOT NULL DEFAULT 0,
  connection_id INTEGER,
  all_ticket INTEGER NOT NULL DEFAULT 0,
  sign_messages INTEGER NOT NULL DEFAULT 1,
  multi_session INTEGER NOT NULL DEFAULT 0,
  away INTEGER NOT NULL DEFAULT 0,
  -- 0 = no limit
  max_open_tickets INTEGER NOT NULL DEFAULT 0,
  last_seen_at INTEGER,
  deleted_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX user_email ON user (email) WHERE deleted_at IS NULL;

CREATE TABLE user_queue (
  user_id INTEGER NOT NULL REFERENCES user (id),
  queue_id INTEGER NOT NULL REFERENCES queue (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, queue_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_queue_queue ON user_queue (queue_id, user_id);

CREATE TABLE session (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user (id),
  -- hash of the random part that all refresh tokens of the session share
  family_hash TEXT NOT NULL,
  -- which rotation is the current one; an older one is a replay
  generation INTEGER NOT NULL DEFAULT 0,
  rotated_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ip TEXT NOT NULL DEFAULT '',
  user_agent TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX session_family ON session (family_hash);
CREATE INDEX session_user ON session (user_id) WHERE ended_at IS NULL;

CREATE TABLE connection (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE,
  channel TEXT NOT NULL DEFAULT 'whatsapp',
  provider TEXT NOT NULL DEFAULT 'beta',
  status TEXT NOT NULL DEFAULT 'OPENING',
  status_reason TEXT,
  qrcode TEXT NOT NULL DEFAULT '',
  retries INTEGER NOT NULL DEFAULT 0,
  is_default INTEGER NOT NULL DEFAULT 0,
  number TEXT,
  greeting_message TEXT NOT NULL DEFAULT '',
  complation_message TEXT NOT NULL DEFAULT '',
  out_of_hours_message TEXT NOT NULL DEFAULT '',
  rating_message TEXT NOT NULL DEFAULT '',
  expires_inactive_message TEXT NOT NULL DEFAULT '',
  token_hash TEXT,
  token_last4 TEXT NOT NULL DEFAULT '',
  -- encrypted with the installation key
  proxy_url TEXT,
  send_id_queue INTEGER,
  time_send_queue_minutes INTEGER NOT NULL DEFAULT 0,
  max_use_bot_queues INTEGER NOT NULL DEFAULT 3,
  time_use_bot_queues_minutes INTEGER NOT NULL DEFAULT 0,
  expires_ticket_minutes INTEGER NOT NULL DEFAULT 0,
  time_create_new_ticket_minutes INTEGER NOT NULL DEFAULT 60,
  rating_timeout_minutes INTEGER NOT NULL DEFAULT 30,
  out_of_hours_repeat_minutes INTEGER NOT NULL DEFAULT 60,
  send_interval_ms INTEGER NOT NULL DEFAULT 250,
  api_rate_per_minute INTEGER NOT NULL DEFAULT 60,
  keep_user_on_reopen INTEGER NOT NULL DEFAULT 0,
  import_history INTEGER NOT NULL DEFAULT 0,
  new_number INTEGER NOT NULL DEFAULT 0,
  prompt_id INTEGER,
  integration_id INTEGER,
  linked_at INTEGER,
  last_event_at INTEGER,
  health TEXT NOT NULL DEFAULT 'ok',
  -- number checks asked of the network on a day of the company (behaviour 1.3)
  checks_day TEXT NOT NULL DEFAULT '',
  checks_count INTEGER NOT NULL DEFAULT 0,
  -- hidden, not erased: old tickets keep its name
  deleted_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX connection_name ON connection (name) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX connection_default ON connection (is_default) WHERE is_default = 1 AND deleted_at IS NULL;

CREATE TABLE connection_queue (
  connection_id INTEGER NOT NULL REFERENCES connection (id),
  queue_id INTEGER NOT NULL REFERENCES queue (id) ON DELETE CASCADE,
  PRIMARY KEY (connection_id, queue_id)
) STRICT, WITHOUT ROWID;

-- Single owner of a session (behaviour 2.3).
CREATE TABLE session_lease (
  connection_id INTEGER PRIMARY KEY REFERENCES connection (id),
  owner_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE media_file (
  id INTEGER PRIMARY KEY,
  -- stored: can be opened; pending: still being fetched; missing: given up
  state TEXT NOT NULL DEFAULT 'stored',
  -- relative to the company's media directory
  path TEXT,
  name TEXT NOT NULL DEFAULT '',
  mime_type TEXT NOT NULL DEFAULT 'application/octet-stream',
  size INTEGER NOT NULL DEFAULT 0,
  sha256 TEXT,
  width INTEGER,
  height INTEGER,
  duration_seconds REAL,
  waveform TEXT,
  -- what the driver needs to fetch a missing file
  handle TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX media_file_path ON media_file (path) WHERE path IS NOT NULL;
CREATE INDEX media_file_pending ON media_file (next_try_at) WHERE state = 'pending';

CREATE TABLE contact (
  -- never used twice: the undo of a merge brings the old id back
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  -- manual names are never overwritten by the network; phone = the number stands in for a name
  name_source TEXT NOT NULL DEFAULT 'phone',
  -- display value: digits of the pn identity, null when unknown
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
CREATE INDEX contact_name ON contact (name COLLATE NOCASE, id);
CREATE INDEX contact_number ON contact (number) WHERE number IS NOT NULL;

CREATE TABLE contact_identity (
  id INTEGER PRIMARY KEY,
  contact_id INTEGER NOT NULL REFERENCES contact (id),
  kind TEXT NOT NULL,
  scope TEXT NOT NULL DEFAULT '',
  value TEXT NOT NULL,
  -- pn: without Brazil's ninth digit (behaviour 1.2); other kinds: the value
  match_key TEXT NOT NULL,
  -- what sending uses
  address TEXT NOT NULL,
  checked_at INTEGER,
  -- yes, no, unknown
  exists_state TEXT NOT NULL DEFAULT 'unknown'
) STRICT;
CREATE UNIQUE INDEX contact_identity_key ON contact_identity (kind, scope, match_key);
CREATE INDEX contact_identity_contact ON contact_identity (contact_id);

-- What the network said of typed numbers, kept 30 days (behaviour 1.3).
CREATE TABLE number_check (
  match_key TEXT PRIMARY KEY,
  found INTEGER NOT NULL,
  -- JSON, in the form the network uses
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

CREATE TABLE contact_merge (
  id INTEGER PRIMARY KEY,
  survivor_id INTEGER NOT NULL,
  loser_id INTEGER NOT NULL,
  -- the losing contact and the ids of all rows moved, as JSON
  loser TEXT NOT NULL,
  moved TEXT NOT NULL,
  automatic INTEGER NOT NULL,
  user_id INTEGER,
  merged_at INTEGER NOT NULL,
  undone_at INTEGER
) STRICT;
CREATE INDEX contact_merge_survivor ON contact_merge (survivor_id);
CREATE INDEX contact_merge_loser ON contact_merge (loser_id);

CREATE TABLE group_member (
  group_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, contact_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX group_member_contact ON group_member (contact_id);

CREATE VIRTUAL TABLE contact_search USING fts5 (
  name, number, email, content = 'contact', content_rowid = 'id',
  tokenize = "unicode61 remove_diacritics 2", prefix = '2 3 4'
);
-- An erased person leaves the index too, not only its answers.
INSERT INTO contact_search (contact_search, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER contact_search_insert AFTER INSERT ON contact BEGIN
  INSERT INTO contact_search (rowid, name, number, email) VALUES (new.id, new.name, new.number, new.email);
END;
CREATE TRIGGER contact_search_delete AFTER DELETE ON contact BEGIN
  INSERT INTO contact_search (contact_search, rowid, name, number, email) VALUES ('delete', old.id, old.name, old.number, old.email);
END;
CREATE TRIGGER contact_search_update AFTER UPDATE OF name, number, email ON contact BEGIN
  INSERT INTO contact_search (contact_search, rowid, name, number, email) VALUES ('delete', old.id, old.name, old.number, old.email);
  INSERT INTO contact_search (rowid, name, number, email) VALUES (new.id, new.name, new.number, new.email);
END;

CREATE TABLE tag (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  color TEXT NOT NULL,
  kanban INTEGER NOT NULL DEFAULT 0,
  user_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE ticket (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('pending', 'open', 'closed')),
  contact_id INTEGER NOT NULL REFERENCES contact (id),
  connection_id INTEGER NOT NULL REFERENCES connection (id),
  queue_id INTEGER REFERENCES queue (id) ON DELETE SET NULL,
  user_id INTEGER REFERENCES user (id),
  user_distributed INTEGER,
  distributed_at INTEGER,
  channel TEXT NOT NULL DEFAULT 'whatsapp',
  is_group INTEGER NOT NULL DEFAULT 0,
  protocol TEXT NOT NULL UNIQUE,
  -- contact, user, phone, import, api, schedule, campaign
  origin TEXT NOT NULL DEFAULT 'contact',
  chatbot INTEGER NOT NULL DEFAULT 0,
  use_integration INTEGER NOT NULL DEFAULT 0,
  prompt_id INTEGER,
  integration_id INTEGER,
  queue_option_id INTEGER,
  option_tries INTEGER NOT NULL DEFAULT 0,
  amount_used_bot_queues INTEGER NOT NULL DEFAULT 0,
  greeted_at INTEGER,
  out_of_hours_at INTEGER,
  unread_messages INTEGER NOT NULL DEFAULT 0,
  last_message TEXT NOT NULL DEFAULT '',
  last_message_id INTEGER,
  last_message_from_me INTEGER NOT NULL DEFAULT 0,
  last_message_type TEXT,
  last_message_at INTEGER,
  last_customer_message_at INTEGER,
  -- since when the customer waits for a person; null = nobody waits
  waiting_since INTEGER,
  close_reason TEXT,
  closed_at INTEGER,
  closed_by INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
-- One attendance at a time (behaviour 4.1).
CREATE UNIQUE INDEX ticket_one_open ON ticket (connection_id, contact_id) WHERE status <> 'closed';
CREATE INDEX ticket_contact ON ticket (contact_id, id);
CREATE INDEX ticket_newest_closed ON ticket (connection_id, contact_id, closed_at) WHERE status = 'closed';
CREATE INDEX ticket_list ON ticket (status, updated_at DESC, id DESC);
CREATE INDEX ticket_list_user ON ticket (user_id, status, updated_at DESC, id DESC);
CREATE INDEX ticket_list_queue ON ticket (queue_id, status, updated_at DESC, id DESC);
CREATE INDEX ticket_updated ON ticket (updated_at DESC, id DESC);
CREATE INDEX ticket_created ON ticket (created_at);

-- How many tickets there are by status, queue (0 = none) and holder (the attendant, of pending ones whom they are
-- distributed to, 0 = nobody): the counts of the page and of every list never scan the tickets.
CREATE TABLE ticket_count (
  status TEXT NOT NULL,
  queue_id INTEGER NOT NULL,
  holder_id INTEGER NOT NULL,
  tickets INTEGER NOT NULL,
  -- those of them with unread messages
  unread INTEGER NOT NULL,
  PRIMARY KEY (status, queue_id, holder_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER ticket_count_insert AFTER INSERT ON ticket BEGIN
  INSERT INTO ticket_count (status, queue_id, holder_id, tickets, unread)
  VALUES (new.status, coalesce(new.queue_id, 0), coalesce(new.user_id, new.user_distributed, 0), 1, new.unread_messages > 0)
  ON CONFLICT (status, queue_id, holder_id) DO UPDATE SET tickets = tickets + 1, unread = unread + excluded.unread;
END;
CREATE TRIGGER ticket_count_delete AFTER DELETE ON ticket BEGIN
  UPDATE ticket_count SET tickets = tickets - 1, unread = unread - (old.unread_messages > 0)
  WHERE status = old.status AND queue_id = coalesce(old.queue_id, 0)
    AND holder_id = coalesce(old.user_id, old.user_distributed, 0);
END;
CREATE TRIGGER ticket_count_update AFTER UPDATE OF status, queue_id, user_id, user_distributed, unread_messages ON ticket
WHEN old.status <> new.status OR old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id
  OR old.user_distributed IS NOT new.user_distributed OR (old.unread_messages > 0) <> (new.unread_messages > 0)
BEGIN
  UPDATE ticket_count SET tickets = tickets - 1, unread = unread - (old.unread_messages > 0)
  WHERE status = old.status AND queue_id = coalesce(old.queue_id, 0)
    AND holder_id = coalesce(old.user_id, old.user_distributed, 0);
  INSERT INTO ticket_count (status, queue_id, holder_id, tickets, unread)
  VALUES (new.status, coalesce(new.queue_id, 0), coalesce(new.user_id, new.user_distributed, 0), 1, new.unread_messages > 0)
  ON CONFLICT (status, queue_id, holder_id) DO UPDATE SET tickets = tickets + 1, unread = unread + excluded.unread;
END;

CREATE TABLE protocol_counter (day TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE ticket_tag (
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  PRIMARY KEY (ticket_id, tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ticket_tag_tag ON ticket_tag (tag_id, ticket_id);

-- One row per attendance (behaviour 5.8).
CREATE TABLE ticket_tracking (
  id INTEGER PRIMARY KEY,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  user_id INTEGER,
  queue_id INTEGER,
  connection_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  queued_at INTEGER,
  chatbot_at INTEGER,
  started_at INTEGER,
  first_response_at INTEGER,
  rating_at INTEGER,
  rated INTEGER NOT NULL DEFAULT 0,
  finished_at INTEGER
) STRICT;
CREATE UNIQUE INDEX ticket_tracking_running ON ticket_tracking (ticket_id) WHERE finished_at IS NULL;
CREATE INDEX ticket_tracking_ticket ON ticket_tracking (ticket_id, id);
CREATE INDEX ticket_tracking_finished ON ticket_tracking (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE ticket_event (
  id INTEGER PRIMARY KEY,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  user_id INTEGER,
  from_state TEXT NOT NULL DEFAULT '{}',
  to_state TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX ticket_event_ticket ON ticket_event (ticket_id, id);

CREATE TABLE ticket_note (
  id INTEGER PRIMARY KEY,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL,
  user_id INTEGER,
  note TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX ticket_note_ticket ON ticket_note (ticket_id, id);
CREATE INDEX ticket_note_contact ON ticket_note (contact_id, id);

CREATE TABLE message (
  -- never given twice: clients keep messages by it
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL REFERENCES contact (id),
  connection_id INTEGER NOT NULL,
  -- author inside a group
  participant_id INTEGER,
  -- identity it came by, for the undo of a merge (behaviour 1.5)
  identity_id INTEGER,
  provider_id TEXT,
  body TEXT NOT NULL DEFAULT '',
  -- null = text
  media_type TEXT,
  media_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL,
  voice INTEGER NOT NULL DEFAULT 0,
  from_me INTEGER NOT NULL,
  origin TEXT NOT NULL,
  user_id INTEGER,
  ack INTEGER NOT NULL DEFAULT 0,
  send_state TEXT,
  send_error TEXT,
  client_message_id TEXT,
  -- hash of what was asked under client_message_id
  client_hash TEXT,
  read INTEGER NOT NULL DEFAULT 0,
  quoted_id INTEGER,
  deleted_at INTEGER,
  deleted_by TEXT,
  is_edited INTEGER NOT NULL DEFAULT 0,
  edits TEXT NOT NULL DEFAULT '[]',
  reactions TEXT NOT NULL DEFAULT '[]',
  transcript TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX message_provider ON message (connection_id, contact_id, provider_id) WHERE provider_id IS NOT NULL;
CREATE UNIQUE INDEX message_client ON message (client_message_id) WHERE client_message_id IS NOT NULL;
CREATE INDEX message_timeline ON message (contact_id, id);
CREATE INDEX message_ticket ON message (ticket_id, id);
CREATE INDEX message_unread ON message (ticket_id) WHERE read = 0 AND from_me = 0;
CREATE INDEX message_provider_only ON message (provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX message_media ON message (media_id) WHERE media_id IS NOT NULL;

CREATE VIRTUAL TABLE message_search USING fts5 (
  body, content = 'message', content_rowid = 'id',
  tokenize = "unicode61 remove_diacritics 2", prefix = '2 3'
);
INSERT INTO message_search (message_search, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER message_search_insert AFTER INSERT ON message WHEN new.body <> '' BEGIN
  INSERT INTO message_search (rowid, body) VALUES (new.id, new.body);
END;
CREATE TRIGGER message_search_delete AFTER DELETE ON message WHEN old.body <> '' BEGIN
  INSERT INTO message_search (message_search, rowid, body) VALUES ('delete', old.id, old.body);
END;
-- One trigger: the order of two is not defined, and the old text must leave before the new one comes.
CREATE TRIGGER message_search_update AFTER UPDATE OF body ON message BEGIN
  INSERT INTO message_search (message_search, rowid, body) SELECT 'delete', old.id, old.body WHERE old.body <> '';
  INSERT INTO message_search (rowid, body) SELECT new.id, new.body WHERE new.body <> '';
END;

-- Every send of the product (behaviour 7.2).
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  -- null for edits, revokes and reactions of our side
  message_id INTEGER REFERENCES message (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL,
  contact_id INTEGER NOT NULL,
  ticket_id INTEGER,
  -- 0 human, 1 bot and system, 2 schedule and API, 3 campaign
  priority INTEGER NOT NULL DEFAULT 0,
  source TEXT NOT NULL,
  source_key TEXT NOT NULL,
  -- message, edit, revoke, reaction
  kind TEXT NOT NULL DEFAULT 'message',
  payload TEXT NOT NULL,
  provider_id TEXT,
  state TEXT NOT NULL DEFAULT 'queued',
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER NOT NULL,
  error TEXT,
  created_at INTEGER NOT NULL,
  sent_at INTEGER
) STRICT;
CREATE UNIQUE INDEX outbox_source ON outbox (source, source_key);
CREATE INDEX outbox_due ON outbox (connection_id, state, priority, id) WHERE state IN ('queued', 'sending');
-- the first of each chat goes first
CREATE INDEX outbox_chat ON outbox (connection_id, contact_id, priority, id) WHERE state = 'queued';
CREATE INDEX outbox_message ON outbox (message_id);
CREATE INDEX outbox_ticket ON outbox (ticket_id) WHERE state = 'queued';
CREATE INDEX outbox_provider ON outbox (provider_id) WHERE provider_id IS NOT NULL;

-- Durable inbox (behaviour 3.1).
CREATE TABLE raw_event (
  id INTEGER PRIMARY KEY,
  connection_id INTEGER NOT NULL,
  chat_key TEXT NOT NULL,
  kind TEXT NOT NULL,
  event_key TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  payload TEXT NOT NULL,
  -- new, done, skipped, failed
  state TEXT NOT NULL DEFAULT 'new',
  reason TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER NOT NULL DEFAULT 0,
  finished_at INTEGER
) STRICT;
CREATE UNIQUE INDEX raw_event_key ON raw_event (connection_id, chat_key, kind, event_key);
CREATE INDEX raw_event_new ON raw_event (connection_id, chat_key, id) WHERE state = 'new';
CREATE INDEX raw_event_open ON raw_event (id, next_try_at) WHERE state = 'new';
CREATE INDEX raw_event_finished ON raw_event (finished_at) WHERE finished_at IS NOT NULL;

-- Things admins should know (behaviour 23, channel notice).
CREATE TABLE notice (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL,
  details TEXT NOT NULL DEFAULT '{}',
  -- the same key is told once
  key TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;
