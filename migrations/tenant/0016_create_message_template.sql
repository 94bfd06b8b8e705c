-- Texts the official WhatsApp approved: what may be said outside the answer window (behaviour 21).
CREATE TABLE message_template (
  id INTEGER PRIMARY KEY,
  connection_id INTEGER NOT NULL REFERENCES connection (id),
  name TEXT NOT NULL,
  language TEXT NOT NULL,
  category TEXT NOT NULL,
  status TEXT NOT NULL,
  -- JSON, in the network's own form
  components TEXT NOT NULL,
  -- why the network refused it
  reason TEXT,
  provider_id TEXT,
  synced_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX message_template_name ON message_template (connection_id, name, language);
