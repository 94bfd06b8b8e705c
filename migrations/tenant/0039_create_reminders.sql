-- Reminders that users set themselves (docs/rules/reminders.md).
CREATE TABLE reminder (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  ticket_id INTEGER REFERENCES ticket (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  -- when it notified its user, or was marked as done
  done_at INTEGER
) STRICT;
CREATE INDEX reminder_open ON reminder (at) WHERE done_at IS NULL;
CREATE INDEX reminder_done ON reminder (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX reminder_user ON reminder (user_id, at);
CREATE INDEX reminder_ticket ON reminder (ticket_id);
