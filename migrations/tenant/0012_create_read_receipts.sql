-- Read receipts that the customer's phone has not received yet (docs/rules/connections.md#read-receipts).
CREATE TABLE read_receipt (
  message_id INTEGER PRIMARY KEY REFERENCES message (id) ON DELETE CASCADE,
  -- the connection that received the message
  connection_id INTEGER NOT NULL,
  -- when the owner of the ticket read it
  read_at INTEGER NOT NULL,
  -- failed attempts while the connection was open
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER NOT NULL
) STRICT;

CREATE INDEX read_receipt_connection ON read_receipt (connection_id, message_id);
