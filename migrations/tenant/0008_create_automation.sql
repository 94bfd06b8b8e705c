-- prompts ---------------------------------------------------------------------------------------------

-- An AI prompt (behaviour 17): it talks to customers in the place of people.
CREATE TABLE prompt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  prompt TEXT NOT NULL,
  -- where its tickets wait for a person
  queue_id INTEGER REFERENCES queue (id) ON DELETE SET NULL,
  base_url TEXT NOT NULL,
  model TEXT NOT NULL,
  -- sealed; '' = none
  api_key TEXT NOT NULL DEFAULT '',
  max_tokens INTEGER NOT NULL DEFAULT 100,
  temperature REAL NOT NULL DEFAULT 1,
  max_messages INTEGER NOT NULL DEFAULT 10,
  voice TEXT NOT NULL DEFAULT 'texto',
  -- sealed; '' = none
  voice_key TEXT NOT NULL DEFAULT '',
  voice_region TEXT NOT NULL DEFAULT '',
  -- 0 = no budget
  monthly_budget_tokens INTEGER NOT NULL DEFAULT 0,
  max_turns INTEGER NOT NULL DEFAULT 20,
  stt_model TEXT NOT NULL DEFAULT 'whisper-1',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX prompt_name ON prompt (name, id);

CREATE INDEX prompt_queue ON prompt (queue_id) WHERE queue_id IS NOT NULL;

-- Something a prompt is to do, durable: an answer, a summary, a transcript. One per kind and message.
CREATE TABLE ai_turn (
  -- never given twice: the outbox knows what was said by it
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- answer, summary, transcript
  kind TEXT NOT NULL,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  prompt_id INTEGER REFERENCES prompt (id) ON DELETE SET NULL,
  -- the last message of the customer it is about
  message_id INTEGER NOT NULL,
  -- waiting, thinking, done, dropped, handed_over, cancelled, failed
  state TEXT NOT NULL DEFAULT 'waiting',
  due_at INTEGER NOT NULL,
  -- the process that thinks
  claimed_by TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- the turn before it was dropped for this one: it is said whatever comes
  is_second INTEGER NOT NULL DEFAULT 0,
  -- why it ended as it did
  result TEXT,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;

CREATE INDEX ai_turn_finished ON ai_turn (finished_at) WHERE finished_at IS NOT NULL;

CREATE UNIQUE INDEX ai_turn_message ON ai_turn (message_id, kind);

CREATE INDEX ai_turn_prompt ON ai_turn (prompt_id) WHERE prompt_id IS NOT NULL;

CREATE INDEX ai_turn_thinking ON ai_turn (id) WHERE state = 'thinking';

CREATE INDEX ai_turn_ticket ON ai_turn (ticket_id, id);

CREATE INDEX ai_turn_waiting ON ai_turn (due_at, id) WHERE state = 'waiting';

-- One call of a model, with everything that was said.
CREATE TABLE ai_run (
  id INTEGER PRIMARY KEY,
  -- answer, summary, transcript, speech, bench, suggest, summarise, rewrite, translate
  purpose TEXT NOT NULL,
  ticket_id INTEGER REFERENCES ticket (id) ON DELETE CASCADE,
  prompt_id INTEGER REFERENCES prompt (id) ON DELETE SET NULL,
  turn_id INTEGER,
  user_id INTEGER,
  model TEXT NOT NULL,
  tokens_in INTEGER NOT NULL DEFAULT 0,
  tokens_out INTEGER NOT NULL DEFAULT 0,
  ms INTEGER NOT NULL DEFAULT 0,
  -- answered, handed_over, closed, dropped, cancelled, failed
  result TEXT NOT NULL,
  error TEXT,
  -- JSON, null once it is old
  trace TEXT,
  at INTEGER NOT NULL
) STRICT;

CREATE INDEX ai_run_prompt ON ai_run (prompt_id) WHERE prompt_id IS NOT NULL;

CREATE INDEX ai_run_ticket ON ai_run (ticket_id, id) WHERE ticket_id IS NOT NULL;

CREATE INDEX ai_run_traced ON ai_run (at, id) WHERE trace IS NOT NULL;

-- Tokens of a prompt in a calendar month of the company's wall clock, `YYYY-MM`.
CREATE TABLE ai_usage (
  prompt_id INTEGER NOT NULL REFERENCES prompt (id) ON DELETE CASCADE,
  month TEXT NOT NULL,
  tokens INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (prompt_id, month)
) STRICT, WITHOUT ROWID;

-- integrations ----------------------------------------------------------------------------------------

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
  updated_at INTEGER NOT NULL,
  of_company INTEGER NOT NULL DEFAULT 0
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
  created_at INTEGER NOT NULL,
  heard_document TEXT NOT NULL DEFAULT ''
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

CREATE INDEX integration_delivery_age ON integration_delivery (created_at);

-- A body that was called back with counts once.
CREATE UNIQUE INDEX integration_delivery_callback ON integration_delivery (ticket_id, uuid) WHERE event = 'callback';

CREATE INDEX integration_delivery_due ON integration_delivery (next_try_at, id) WHERE state IN ('waiting', 'acting');

CREATE INDEX integration_delivery_lane ON integration_delivery (integration_id, lane, id)
  WHERE state IN ('queued', 'waiting', 'acting');

CREATE INDEX integration_delivery_log ON integration_delivery (integration_id, id);

CREATE INDEX integration_delivery_ticket ON integration_delivery (ticket_id) WHERE ticket_id IS NOT NULL;

-- Who was looked up, without the document itself.
CREATE TABLE billing_lookup (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  integration_id INTEGER NOT NULL,
  ticket_id INTEGER REFERENCES ticket (id) ON DELETE SET NULL,
  -- ixc, mkauth, asaas
  system TEXT NOT NULL,
  -- customer, second_copy, trust_unblock
  action TEXT NOT NULL,
  -- keyed hash: equal documents are equal, nobody reads them from it
  document_hash TEXT NOT NULL,
  result TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX billing_lookup_ticket ON billing_lookup (ticket_id) WHERE ticket_id IS NOT NULL;

-- One request per contract and day: written before it is sent, so that it is never sent twice.
CREATE TABLE trust_unblock (
  system TEXT NOT NULL,
  contract TEXT NOT NULL,
  -- of the company's wall clock, YYYY-MM-DD
  day TEXT NOT NULL,
  -- sent (what came of it is not known), accepted, refused
  state TEXT NOT NULL,
  ticket_id INTEGER,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (system, contract, day)
) STRICT;

-- public-api ------------------------------------------------------------------------------------------

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

CREATE INDEX api_call_created ON api_call (created_at);

CREATE UNIQUE INDEX api_call_key ON api_call (connection_id, key);

-- Tickets to close once this message has left.
CREATE TABLE api_closing (
  message_id INTEGER PRIMARY KEY REFERENCES message (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL
) STRICT;

-- triggers ------------------------------------------------------------------------------------------

-- Whoever pointed to it has no prompt any more.
CREATE TRIGGER prompt_gone AFTER DELETE ON prompt BEGIN
  UPDATE queue SET prompt_id = NULL WHERE prompt_id = old.id;
  UPDATE connection SET prompt_id = NULL WHERE prompt_id = old.id;
  UPDATE queue_option SET prompt_id = NULL, action = 'say' WHERE prompt_id = old.id AND action = 'prompt';
  UPDATE queue_option SET prompt_id = NULL WHERE prompt_id = old.id;
END;
