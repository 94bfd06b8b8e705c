-- Menus, option trees, opening hours, distribution, rating and inactivity (behaviour 8-13).
ALTER TABLE queue ADD COLUMN media_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL;
ALTER TABLE queue ADD COLUMN allow_distributed INTEGER NOT NULL DEFAULT 0;
-- whom the last ticket was given to: the next pick begins behind
ALTER TABLE queue ADD COLUMN last_distributed_user_id INTEGER;
-- opening hours, JSON: [{ weekday, weekdayEn, startTime, endTime }]
ALTER TABLE queue ADD COLUMN schedules TEXT NOT NULL DEFAULT '[]';

-- Who gets tickets of a queue in turn, in this order.
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
  -- null = hangs from the queue itself
  parent_id INTEGER REFERENCES queue_option (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  message TEXT NOT NULL DEFAULT '',
  -- what the customer types; siblings differ
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
CREATE UNIQUE INDEX queue_option_sibling ON queue_option (queue_id, coalesce(parent_id, 0), option);
CREATE INDEX queue_option_parent ON queue_option (parent_id) WHERE parent_id IS NOT NULL;

-- The bot ended for this attendance: choice made, limit reached or a person answered (behaviour 8.2).
ALTER TABLE ticket ADD COLUMN bot_ended_at INTEGER;
-- Last text of a bot: redirection counts from it (behaviour 13.1).
ALTER TABLE ticket ADD COLUMN last_bot_at INTEGER;
-- The loop guard silenced the bot in this ticket (behaviour 13.4).
ALTER TABLE ticket ADD COLUMN bot_off INTEGER NOT NULL DEFAULT 0;
CREATE INDEX ticket_unqueued ON ticket (connection_id) WHERE status = 'pending' AND queue_id IS NULL AND user_id IS NULL;
CREATE INDEX ticket_distributed ON ticket (distributed_at) WHERE status = 'pending' AND user_distributed IS NOT NULL;
CREATE INDEX ticket_idle ON ticket (connection_id, last_message_at)
  WHERE status = 'open' AND is_group = 0 AND last_message_from_me = 1;

-- Whom a waiting ticket was already offered to since it came into its queue (behaviour 12).
CREATE TABLE distribution_offer (
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  offered_at INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, user_id)
) STRICT, WITHOUT ROWID;

-- Rating window (behaviour 11): asked at rating_at; answers that were none; when the window ended.
ALTER TABLE ticket_tracking ADD COLUMN rating_hints INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ticket_tracking ADD COLUMN rating_ended_at INTEGER;
CREATE INDEX ticket_tracking_rating ON ticket_tracking (rating_at) WHERE rating_at IS NOT NULL AND rating_ended_at IS NULL;

CREATE TABLE user_rating (
  id INTEGER PRIMARY KEY,
  -- an attendance is rated once
  tracking_id INTEGER NOT NULL UNIQUE REFERENCES ticket_tracking (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  rate INTEGER NOT NULL CHECK (rate IN (1, 2, 3)),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX user_rating_created ON user_rating (created_at);
CREATE INDEX user_rating_ticket ON user_rating (ticket_id);
