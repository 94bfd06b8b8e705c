-- When a message of ours was delivered, read and played, ms; null = not, or before these times were stored.
ALTER TABLE message ADD COLUMN delivered_at INTEGER;

ALTER TABLE message ADD COLUMN read_at INTEGER;

ALTER TABLE message ADD COLUMN played_at INTEGER;

-- The same per member of a group, for 30 days (docs/rules/messages.md#info).
CREATE TABLE message_receipt (
  message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  delivered_at INTEGER NOT NULL,
  read_at INTEGER,
  played_at INTEGER,
  PRIMARY KEY (message_id, contact_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX message_receipt_contact ON message_receipt (contact_id);
