-- Messages that a person deleted with their ticket, so that a comparison with the phone does not bring them back
-- (docs/rules/reconciliation.md#compared). Rows are deleted when no comparison looks back to them any more.
CREATE TABLE removed_message (
  connection_id INTEGER NOT NULL,
  provider_id TEXT NOT NULL,
  contact_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  -- when the message was written
  at INTEGER NOT NULL,
  PRIMARY KEY (connection_id, provider_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX removed_message_contact ON removed_message (contact_id);
