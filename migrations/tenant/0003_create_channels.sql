-- media -----------------------------------------------------------------------------------------------

CREATE TABLE media_file (
  id INTEGER PRIMARY KEY,
  -- stored: can be opened; pending: being fetched; no_room: fetched when there is room; missing: given up
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

-- Files that arrived while the storage was full: fetched when there is room.
CREATE INDEX media_file_no_room ON media_file (next_try_at) WHERE state = 'no_room';

CREATE INDEX media_file_path ON media_file (path) WHERE path IS NOT NULL;

CREATE INDEX media_file_pending ON media_file (next_try_at) WHERE state = 'pending';

-- Storage used by the company's files, maintained by the triggers below so that every insert and delete counts. Rows that
-- share a file on disk (forwarded, sent from a quick reply) count once.
CREATE TABLE media_usage (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  bytes INTEGER NOT NULL DEFAULT 0,
  files INTEGER NOT NULL DEFAULT 0,
  -- the last value copied to the system file
  told_bytes INTEGER NOT NULL DEFAULT 0,
  -- highest threshold that admins were warned about, in percent: 0, 80, 100
  warned INTEGER NOT NULL DEFAULT 0,
  last_file_id INTEGER NOT NULL DEFAULT 0
) STRICT;

-- connections -----------------------------------------------------------------------------------------

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
  completion_message TEXT NOT NULL DEFAULT '',
  out_of_hours_message TEXT NOT NULL DEFAULT '',
  rating_message TEXT NOT NULL DEFAULT '',
  expires_inactive_message TEXT NOT NULL DEFAULT '',
  token_hash TEXT,
  token_last4 TEXT NOT NULL DEFAULT '',
  -- encrypted with the installation key
  proxy_url TEXT,
  redirect_queue_id INTEGER,
  redirect_after_minutes INTEGER NOT NULL DEFAULT 0,
  max_bot_menus INTEGER NOT NULL DEFAULT 3,
  bot_menu_interval_minutes INTEGER NOT NULL DEFAULT 0,
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
  -- number checks on one day of the company (docs/rules/contacts.md#number-check)
  checks_day TEXT NOT NULL DEFAULT '',
  checks_count INTEGER NOT NULL DEFAULT 0,
  -- hidden, not erased: old tickets keep its name
  deleted_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  token_weak INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE UNIQUE INDEX connection_default ON connection (is_default) WHERE is_default = 1 AND deleted_at IS NULL;

CREATE UNIQUE INDEX connection_name ON connection (name) WHERE deleted_at IS NULL;

CREATE TABLE connection_queue (
  connection_id INTEGER NOT NULL REFERENCES connection (id),
  queue_id INTEGER NOT NULL REFERENCES queue (id) ON DELETE CASCADE,
  PRIMARY KEY (connection_id, queue_id)
) STRICT, WITHOUT ROWID;

-- One process owns a WhatsApp session at a time (docs/rules/connections.md).
CREATE TABLE session_lease (
  connection_id INTEGER PRIMARY KEY REFERENCES connection (id),
  owner_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

-- The id of a connection at Meta and its access token (docs/rules/official-channels.md).
CREATE TABLE meta_account (
  connection_id INTEGER PRIMARY KEY REFERENCES connection (id),
  kind TEXT NOT NULL CHECK (kind IN ('page', 'instagram', 'phone')),
  -- page id, Instagram account id, phone_number_id
  external_id TEXT NOT NULL,
  -- page of an Instagram account; business account of a phone number
  parent_id TEXT,
  -- encrypted; null after it was erased
  token TEXT,
  -- ms: last time Meta accepted the token
  checked_at INTEGER NOT NULL
) STRICT;

CREATE INDEX meta_account_external ON meta_account (kind, external_id);

-- templates -------------------------------------------------------------------------------------------

-- Templates approved for the official WhatsApp API: the only messages allowed outside the answer window
-- (docs/rules/official-channels.md).
CREATE TABLE message_template (
  id INTEGER PRIMARY KEY,
  connection_id INTEGER NOT NULL REFERENCES connection (id),
  name TEXT NOT NULL,
  language TEXT NOT NULL,
  category TEXT NOT NULL,
  status TEXT NOT NULL,
  -- JSON as Meta returns it
  components TEXT NOT NULL,
  -- why Meta rejected it
  reason TEXT,
  provider_id TEXT,
  synced_at INTEGER NOT NULL,
  media_id INTEGER
) STRICT;

CREATE UNIQUE INDEX message_template_name ON message_template (connection_id, name, language);

-- triggers ------------------------------------------------------------------------------------------

CREATE TRIGGER media_file_id_kept AFTER DELETE ON media_file BEGIN
  UPDATE media_usage SET last_file_id = old.id WHERE last_file_id < old.id;
END;

CREATE TRIGGER media_usage_delete AFTER DELETE ON media_file WHEN old.state = 'stored' AND old.path IS NOT NULL BEGIN
  UPDATE media_usage SET bytes = bytes - old.size, files = files - 1 WHERE NOT EXISTS
    (SELECT 1 FROM media_file f WHERE f.path = old.path AND f.state = 'stored');
END;

CREATE TRIGGER media_usage_insert AFTER INSERT ON media_file WHEN new.state = 'stored' AND new.path IS NOT NULL BEGIN
  UPDATE media_usage SET bytes = bytes + new.size, files = files + 1 WHERE NOT EXISTS
    (SELECT 1 FROM media_file f WHERE f.path = new.path AND f.state = 'stored' AND f.id <> new.id);
END;

CREATE TRIGGER media_usage_update AFTER UPDATE OF state, path, size ON media_file
WHEN old.state <> new.state OR old.path IS NOT new.path OR old.size <> new.size BEGIN
  UPDATE media_usage SET bytes = bytes - old.size, files = files - 1
    WHERE old.state = 'stored' AND old.path IS NOT NULL AND NOT EXISTS
      (SELECT 1 FROM media_file f WHERE f.path = old.path AND f.state = 'stored' AND f.id <> old.id);
  UPDATE media_usage SET bytes = bytes + new.size, files = files + 1
    WHERE new.state = 'stored' AND new.path IS NOT NULL AND NOT EXISTS
      (SELECT 1 FROM media_file f WHERE f.path = new.path AND f.state = 'stored' AND f.id <> new.id);
END;

INSERT INTO media_usage (id, bytes, files) VALUES (1, 0, 0);
