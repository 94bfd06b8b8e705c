-- Calls of the send API that carried an Idempotency-Key (behaviour 20): what they were answered, for seven days.
CREATE TABLE api_call (
  id INTEGER PRIMARY KEY,
  connection_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  -- of the content: the same key with another one is a mistake
  hash TEXT NOT NULL,
  -- JSON
  answer TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX api_call_key ON api_call (connection_id, key);
CREATE INDEX api_call_created ON api_call (created_at);

-- Tickets to close once this message has left.
CREATE TABLE api_closing (
  message_id INTEGER PRIMARY KEY REFERENCES message (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL
) STRICT;

-- What was sent through the API, newest first, of all connections or of one.
CREATE INDEX message_api ON message (id) WHERE origin = 'api';
CREATE INDEX message_api_connection ON message (connection_id, id) WHERE origin = 'api';
