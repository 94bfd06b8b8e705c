-- Settings that a user chose for the own pages (docs/rules/notifications.md#preferences).
CREATE TABLE user_preference (
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  -- JSON
  value TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;

-- Personal notifications: ids only, no words of customers (docs/rules/notifications.md).
CREATE TABLE notification (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  ticket_id INTEGER REFERENCES ticket (id) ON DELETE CASCADE,
  -- the note, reminder, rule, run or file that it is about
  subject_id INTEGER,
  -- the user who caused it; null = the product
  by_user_id INTEGER,
  -- JSON: further ids, codes and numbers
  details TEXT NOT NULL DEFAULT '{}',
  created_at INTEGER NOT NULL,
  read_at INTEGER
) STRICT;

CREATE INDEX notification_user ON notification (user_id, id);

CREATE INDEX notification_unread ON notification (user_id, ticket_id) WHERE read_at IS NULL;

CREATE INDEX notification_ticket ON notification (ticket_id) WHERE ticket_id IS NOT NULL;

CREATE INDEX notification_created ON notification (created_at);
