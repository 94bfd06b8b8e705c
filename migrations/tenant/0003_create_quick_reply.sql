-- Texts (and files) kept for the composer (behaviour 6).
CREATE TABLE quick_reply (
  id INTEGER PRIMARY KEY,
  shortcode TEXT NOT NULL COLLATE NOCASE,
  message TEXT NOT NULL DEFAULT '',
  -- of the whole company; else of its owner alone
  shared INTEGER NOT NULL DEFAULT 0,
  -- offered in the composer
  active INTEGER NOT NULL DEFAULT 1,
  media_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL,
  -- who made it, and whose it is while it is not shared
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
-- Shortcodes are unique per owner scope: the company's own ones, and those of each person.
CREATE UNIQUE INDEX quick_reply_shared ON quick_reply (shortcode) WHERE shared = 1;
CREATE UNIQUE INDEX quick_reply_own ON quick_reply (user_id, shortcode) WHERE shared = 0;
CREATE INDEX quick_reply_media ON quick_reply (media_id) WHERE media_id IS NOT NULL;
