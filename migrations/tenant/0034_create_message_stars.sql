-- Messages that a user marked for themselves (docs/rules/stars.md).
CREATE TABLE message_star (
  user_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  PRIMARY KEY (user_id, message_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX message_star_message ON message_star (message_id);
