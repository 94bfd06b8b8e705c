-- Restrictions of a number by its network, and first messages to people who never wrote.

CREATE TABLE connection_restriction (
  id INTEGER PRIMARY KEY,
  connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  -- reachout_lock, new_chat_cap, temp_ban, locked, banned, account_restricted, quality_low, limit_reached
  kind TEXT NOT NULL,
  -- the network's own word and number; NULL = none
  raw_type TEXT,
  code TEXT,
  -- the network's own text for people
  text TEXT NOT NULL DEFAULT '',
  -- new_chats, templates, calls, everything
  effect TEXT NOT NULL,
  since INTEGER NOT NULL,
  -- NULL = the network gave no end
  ends_at INTEGER,
  lifted_at INTEGER,
  -- when the network confirmed it last
  checked_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX connection_restriction_open ON connection_restriction (connection_id, kind)
  WHERE lifted_at IS NULL;

CREATE INDEX connection_restriction_since ON connection_restriction (connection_id, since);

CREATE TABLE new_chat_quota (
  connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  -- NULL = no limit
  total INTEGER,
  used INTEGER NOT NULL,
  starts_at INTEGER,
  ends_at INTEGER,
  told_at INTEGER NOT NULL,
  PRIMARY KEY (connection_id, type)
) STRICT, WITHOUT ROWID;

CREATE TABLE first_contact (
  id INTEGER PRIMARY KEY,
  connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  -- origin of the message: user, bot, ai, api, schedule, campaign …
  source TEXT NOT NULL,
  -- of the first text, for counting the same text to many
  text_hash TEXT NOT NULL,
  answered_at INTEGER
) STRICT;

CREATE UNIQUE INDEX first_contact_pair ON first_contact (connection_id, contact_id);

CREATE INDEX first_contact_at ON first_contact (connection_id, at);

CREATE INDEX first_contact_contact ON first_contact (contact_id);

-- The recipient never wrote on this connection: before each send the row is checked.
ALTER TABLE outbox ADD COLUMN is_cold INTEGER NOT NULL DEFAULT 0;

-- Why the row waits although it is due: a kind of restriction, budget, number_check, refused.
ALTER TABLE outbox ADD COLUMN held_by TEXT;

-- Refusals of the network for a restriction (463, 475).
ALTER TABLE outbox ADD COLUMN refusals INTEGER NOT NULL DEFAULT 0;

CREATE INDEX outbox_held ON outbox (connection_id, held_by) WHERE held_by IS NOT NULL;

-- First messages to people who never wrote, per day of the company; 0 = no limit.
ALTER TABLE connection ADD COLUMN new_chats_per_day INTEGER NOT NULL DEFAULT 30;
