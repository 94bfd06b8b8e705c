-- Working times and pauses of users (docs/rules/work-times.md), written only with the setting `trackWorkTime`.
CREATE TABLE pause_reason (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  active INTEGER NOT NULL DEFAULT 1
) STRICT;

-- Of the current pause.
ALTER TABLE user ADD COLUMN pause_reason_id INTEGER REFERENCES pause_reason (id) ON DELETE SET NULL;
CREATE INDEX user_pause_reason ON user (pause_reason_id) WHERE pause_reason_id IS NOT NULL;

CREATE TABLE presence_span (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  -- `serving`: beside one of the others, while the user has an open ticket that is awake
  kind TEXT NOT NULL CHECK (kind IN ('online', 'paused', 'serving')),
  reason_id INTEGER REFERENCES pause_reason (id) ON DELETE SET NULL,
  started_at INTEGER NOT NULL,
  -- NULL = it goes on
  ended_at INTEGER,
  -- last sign of life: what a span lasts until a crash
  seen_at INTEGER NOT NULL
) STRICT;
CREATE INDEX presence_span_started ON presence_span (started_at);
CREATE INDEX presence_span_user ON presence_span (user_id, started_at);
CREATE INDEX presence_span_reason ON presence_span (reason_id) WHERE reason_id IS NOT NULL;
CREATE INDEX presence_span_open ON presence_span (user_id) WHERE ended_at IS NULL;
