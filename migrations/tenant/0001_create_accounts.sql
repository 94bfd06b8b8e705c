-- settings --------------------------------------------------------------------------------------------

-- Times in all tables are milliseconds since 1970 UTC unless the name says otherwise.
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- audit -----------------------------------------------------------------------------------------------

-- Audit trail of the company. Entries are added, deleted when they are old, and never changed.
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  -- person, support, key, provider, product
  who TEXT NOT NULL,
  -- no foreign key: an entry outlives the user it names
  user_id INTEGER,
  -- name at the time of the action
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  action TEXT NOT NULL,
  subject_id TEXT,
  -- NULL for contacts: an erased person must not remain here
  subject TEXT,
  -- JSON
  details TEXT NOT NULL DEFAULT '{}',
  ip TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX audit_log_at ON audit_log (at);

CREATE INDEX audit_log_subject ON audit_log (kind, subject_id);

CREATE INDEX audit_log_user ON audit_log (user_id, kind);

CREATE INDEX audit_log_action ON audit_log (action);

-- notices ---------------------------------------------------------------------------------------------

-- Notices for admins (docs/rules/realtime.md).
CREATE TABLE notice (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL,
  details TEXT NOT NULL DEFAULT '{}',
  -- a notice with the same key is created once
  key TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;

-- queues ----------------------------------------------------------------------------------------------

CREATE TABLE queue (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE,
  color TEXT NOT NULL,
  order_queue INTEGER NOT NULL DEFAULT 0,
  greeting_message TEXT NOT NULL DEFAULT '',
  completion_message TEXT NOT NULL DEFAULT '',
  out_of_hours_message TEXT NOT NULL DEFAULT '',
  rating_message TEXT NOT NULL DEFAULT '',
  token TEXT NOT NULL DEFAULT '',
  integration_id INTEGER,
  prompt_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  media_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL,
  allow_distributed INTEGER NOT NULL DEFAULT 0,
  last_distributed_user_id INTEGER,
  schedules TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE UNIQUE INDEX queue_color ON queue (lower(color));

CREATE UNIQUE INDEX queue_name ON queue (name);

-- Users who get tickets of a queue in rotation, in this order.
CREATE TABLE queue_distribution (
  queue_id INTEGER NOT NULL REFERENCES queue (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  PRIMARY KEY (queue_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX queue_distribution_user ON queue_distribution (user_id);

CREATE TABLE queue_option (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  queue_id INTEGER NOT NULL REFERENCES queue (id) ON DELETE CASCADE,
  -- null = first level of the queue's menu
  parent_id INTEGER REFERENCES queue_option (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  message TEXT NOT NULL DEFAULT '',
  -- what the customer types; unique among siblings
  option TEXT NOT NULL,
  -- say, queue, user, close, integration, prompt, tag
  action TEXT NOT NULL DEFAULT 'say',
  target_queue_id INTEGER REFERENCES queue (id) ON DELETE SET NULL,
  target_user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  target_tag_id INTEGER REFERENCES tag (id) ON DELETE SET NULL,
  integration_id INTEGER,
  prompt_id INTEGER,
  fallback_queue_id INTEGER REFERENCES queue (id) ON DELETE SET NULL,
  max_tries INTEGER NOT NULL DEFAULT 3,
  auto_advance INTEGER NOT NULL DEFAULT 0,
  media_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX queue_option_parent ON queue_option (parent_id) WHERE parent_id IS NOT NULL;

CREATE UNIQUE INDEX queue_option_sibling ON queue_option (queue_id, coalesce(parent_id, 0), option);

-- users -----------------------------------------------------------------------------------------------

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

-- auth ------------------------------------------------------------------------------------------------

CREATE TABLE session (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user (id),
  -- hash of the random part shared by all refresh tokens of the session
  family_hash TEXT NOT NULL,
  -- current rotation of the refresh token; an older one is a replay
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

-- api-keys --------------------------------------------------------------------------------------------

-- API keys of the company, each limited to its scopes.
CREATE TABLE api_key (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- the key itself is shown once and never stored
  hash TEXT NOT NULL UNIQUE,
  last4 TEXT NOT NULL,
  -- JSON
  scopes TEXT NOT NULL,
  -- its author
  user_id INTEGER,
  created_at INTEGER NOT NULL,
  -- precise to the minute
  last_used_at INTEGER
) STRICT;

-- triggers ------------------------------------------------------------------------------------------

CREATE TRIGGER audit_log_stands BEFORE UPDATE ON audit_log BEGIN
  SELECT raise(ABORT, 'entries of the audit trail cannot be changed');
END;
