-- messages --------------------------------------------------------------------------------------------

CREATE TABLE message (
  -- never reused: clients cache messages by id
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL REFERENCES contact (id),
  connection_id INTEGER NOT NULL,
  -- author inside a group
  participant_id INTEGER,
  -- identity it arrived by, for the undo of a merge (docs/rules/contacts.md#merge)
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
  -- hash of the request with client_message_id
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
  updated_at INTEGER NOT NULL,
  sticker INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Messages sent through the API, newest first, of all connections or of one.
CREATE INDEX message_api ON message (id) WHERE origin = 'api';

CREATE INDEX message_api_connection ON message (connection_id, id) WHERE origin = 'api';

CREATE UNIQUE INDEX message_client ON message (client_message_id) WHERE client_message_id IS NOT NULL;

CREATE INDEX message_media ON message (media_id) WHERE media_id IS NOT NULL;

-- Messages of a person in groups: read by merge, export and erasure.
CREATE INDEX message_participant ON message (participant_id, id) WHERE participant_id IS NOT NULL;

CREATE UNIQUE INDEX message_provider ON message (connection_id, contact_id, provider_id) WHERE provider_id IS NOT NULL;

CREATE INDEX message_provider_only ON message (provider_id) WHERE provider_id IS NOT NULL;

CREATE INDEX message_ticket ON message (ticket_id, id);

CREATE INDEX message_timeline ON message (contact_id, connection_id, id, ticket_id);

CREATE INDEX message_unread ON message (ticket_id) WHERE read = 0 AND from_me = 0;

CREATE VIRTUAL TABLE message_search USING fts5 (
  body, content = 'message', content_rowid = 'id',
  tokenize = "unicode61 remove_diacritics 2", prefix = '2 3'
);

-- Every message, edit, revoke and reaction to be sent (docs/rules/messages.md).
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  -- null for our edits, revokes and reactions
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

-- The rows of one chat are sent in order.
CREATE INDEX outbox_chat ON outbox (connection_id, contact_id, priority, id) WHERE state = 'queued';

CREATE INDEX outbox_due ON outbox (connection_id, state, priority, id) WHERE state IN ('queued', 'sending');

CREATE INDEX outbox_message ON outbox (message_id);

CREATE INDEX outbox_provider ON outbox (provider_id) WHERE provider_id IS NOT NULL;

CREATE UNIQUE INDEX outbox_source ON outbox (source, source_key);

CREATE INDEX outbox_ticket ON outbox (ticket_id) WHERE state = 'queued';

-- Events received from the channels, stored before they are acknowledged (docs/rules/inbound.md#journal-and-chat-order).
CREATE TABLE inbound_event (
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

CREATE INDEX inbound_event_finished ON inbound_event (finished_at) WHERE finished_at IS NOT NULL;

CREATE UNIQUE INDEX inbound_event_key ON inbound_event (connection_id, chat_key, kind, event_key);

CREATE INDEX inbound_event_new ON inbound_event (connection_id, chat_key, id) WHERE state = 'new';

CREATE INDEX inbound_event_open ON inbound_event (id, next_try_at) WHERE state = 'new';

-- Read receipts that the customer's phone has not received yet (docs/rules/connections.md#read-receipts).
CREATE TABLE read_receipt (
  message_id INTEGER PRIMARY KEY REFERENCES message (id) ON DELETE CASCADE,
  -- the connection that received the message
  connection_id INTEGER NOT NULL,
  -- when the owner of the ticket read it
  read_at INTEGER NOT NULL,
  -- failed attempts while the connection was open
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER NOT NULL
) STRICT;

CREATE INDEX read_receipt_connection ON read_receipt (connection_id, message_id);

-- Messages that move to another contact in steps before the two contacts are merged (docs/rules/contacts.md#merge).
CREATE TABLE message_move (
  -- the contact that will be merged; its tickets stay with it until then
  from_contact_id INTEGER PRIMARY KEY,
  to_contact_id INTEGER NOT NULL,
  -- time of the last step
  moved_at INTEGER NOT NULL
) STRICT;

-- triggers ------------------------------------------------------------------------------------------

CREATE TRIGGER message_search_delete AFTER DELETE ON message WHEN old.body <> '' BEGIN
  INSERT INTO message_search (message_search, rowid, body) VALUES ('delete', old.id, old.body);
END;

CREATE TRIGGER message_search_insert AFTER INSERT ON message WHEN new.body <> '' BEGIN
  INSERT INTO message_search (rowid, body) VALUES (new.id, new.body);
END;

-- One trigger, because the order of two is undefined and the old text must be deleted before the new one is inserted.
CREATE TRIGGER message_search_update AFTER UPDATE OF body ON message BEGIN
  INSERT INTO message_search (message_search, rowid, body) SELECT 'delete', old.id, old.body WHERE old.body <> '';
  INSERT INTO message_search (rowid, body) SELECT new.id, new.body WHERE new.body <> '';
END;

-- Off: deleting many messages would block the event loop for seconds. The job `removed_words` purges deleted words from
-- the index.
INSERT INTO message_search (message_search, rank) VALUES ('secure-delete', 0);
