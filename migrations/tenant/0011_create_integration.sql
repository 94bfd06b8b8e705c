-- Outside systems that talk instead of the menu, and those that are told what happens (behaviour 18).
CREATE TABLE integration (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- dialogflow, n8n, webhook, typebot
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  project_name TEXT NOT NULL DEFAULT '',
  -- sealed: service account of dialogflow
  json_content TEXT NOT NULL DEFAULT '',
  language TEXT NOT NULL DEFAULT 'pt-BR',
  url TEXT NOT NULL DEFAULT '',
  typebot_slug TEXT NOT NULL DEFAULT '',
  typebot_delay_ms INTEGER NOT NULL DEFAULT 1000,
  typebot_expires_minutes INTEGER NOT NULL DEFAULT 1,
  typebot_keyword_finish TEXT NOT NULL DEFAULT '',
  typebot_keyword_restart TEXT NOT NULL DEFAULT '',
  typebot_restart_message TEXT NOT NULL DEFAULT '',
  typebot_unknown_message TEXT NOT NULL DEFAULT '',
  -- n8n: the driver's own message instead of the envelope
  legacy_payload INTEGER NOT NULL DEFAULT 0,
  -- JSON: types of events it is told of
  events TEXT NOT NULL DEFAULT '[]',
  -- sealed: signs what is sent
  secret TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- A conversation that an integration has at the moment.
CREATE TABLE integration_session (
  ticket_id INTEGER PRIMARY KEY REFERENCES ticket (id) ON DELETE CASCADE,
  integration_id INTEGER NOT NULL REFERENCES integration (id) ON DELETE CASCADE,
  -- what makes the address for answers its own
  nonce TEXT NOT NULL,
  -- JSON: what the type remembers between two messages
  memory TEXT NOT NULL DEFAULT '{}',
  -- the customer's last message and the one before, ms
  heard_at INTEGER,
  heard_before_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX integration_session_integration ON integration_session (integration_id);

-- The lane to an integration, and its log for 30 days: what is to be told, what came back, what is still to be done.
CREATE TABLE integration_delivery (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- the same at every try
  uuid TEXT NOT NULL,
  integration_id INTEGER NOT NULL REFERENCES integration (id) ON DELETE CASCADE,
  ticket_id INTEGER REFERENCES ticket (id) ON DELETE CASCADE,
  message_id INTEGER,
  event TEXT NOT NULL,
  -- 1 = the customer waits for the answer
  is_turn INTEGER NOT NULL DEFAULT 0,
  -- what is told in order: a ticket, a connection
  lane TEXT NOT NULL,
  body TEXT NOT NULL DEFAULT '',
  -- queued (behind others of its lane), waiting, acting (commands left to do), done, failed
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER NOT NULL,
  -- JSON: commands left to do
  steps TEXT NOT NULL DEFAULT '[]',
  status_code INTEGER,
  answer TEXT NOT NULL DEFAULT '',
  error TEXT,
  -- the tries count from here
  began_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX integration_delivery_due ON integration_delivery (next_try_at, id) WHERE state IN ('waiting', 'acting');
CREATE INDEX integration_delivery_lane ON integration_delivery (integration_id, lane, id)
  WHERE state IN ('queued', 'waiting', 'acting');
CREATE INDEX integration_delivery_log ON integration_delivery (integration_id, id);
CREATE INDEX integration_delivery_ticket ON integration_delivery (ticket_id) WHERE ticket_id IS NOT NULL;
CREATE INDEX integration_delivery_age ON integration_delivery (created_at);
-- A body that was called back with counts once.
CREATE UNIQUE INDEX integration_delivery_callback ON integration_delivery (ticket_id, uuid) WHERE event = 'callback';

CREATE INDEX ticket_integration ON ticket (integration_id) WHERE integration_id IS NOT NULL;
