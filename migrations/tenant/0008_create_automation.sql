-- prompts ---------------------------------------------------------------------------------------------

-- An AI prompt that answers customers (docs/rules/prompts.md).
CREATE TABLE prompt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  prompt TEXT NOT NULL,
  -- queue in which its tickets wait for a person
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

-- A task of a prompt, stored so that it survives a restart: an answer, a summary or a transcript. One per kind and
-- message.
CREATE TABLE ai_turn (
  -- never given twice: the outbox knows what was said by it
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- answer, summary, transcript
  kind TEXT NOT NULL,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  prompt_id INTEGER REFERENCES prompt (id) ON DELETE SET NULL,
  -- the customer's message that started it
  message_id INTEGER NOT NULL,
  -- waiting, thinking, done, dropped, handed_over, cancelled, failed
  state TEXT NOT NULL DEFAULT 'waiting',
  due_at INTEGER NOT NULL,
  -- the process that runs the model call
  claimed_by TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- 1 = replaces a turn that was dropped for a newer message; its answer is always sent
  is_second INTEGER NOT NULL DEFAULT 0,
  -- reason of the result
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

-- One call of a model, with its full transcript.
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
  -- JSON; null after its retention period
  trace TEXT,
  at INTEGER NOT NULL
) STRICT;

CREATE INDEX ai_run_prompt ON ai_run (prompt_id) WHERE prompt_id IS NOT NULL;

CREATE INDEX ai_run_ticket ON ai_run (ticket_id, id) WHERE ticket_id IS NOT NULL;

CREATE INDEX ai_run_traced ON ai_run (at, id) WHERE trace IS NOT NULL;

-- Tokens used by a prompt per calendar month in the company's time zone, `YYYY-MM`.
CREATE TABLE ai_usage (
  prompt_id INTEGER NOT NULL REFERENCES prompt (id) ON DELETE CASCADE,
  month TEXT NOT NULL,
  tokens INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (prompt_id, month)
) STRICT, WITHOUT ROWID;

-- integrations ----------------------------------------------------------------------------------------

-- External systems that answer instead of the menu, or receive events (docs/rules/integrations.md).
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
  -- 1 = n8n receives the raw message of the network instead of our envelope
  legacy_payload INTEGER NOT NULL DEFAULT 0,
  -- JSON: event types it receives
  events TEXT NOT NULL DEFAULT '[]',
  -- sealed: key that signs requests
  secret TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  of_company INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The current conversation of an integration.
CREATE TABLE integration_session (
  ticket_id INTEGER PRIMARY KEY REFERENCES ticket (id) ON DELETE CASCADE,
  integration_id INTEGER NOT NULL REFERENCES integration (id) ON DELETE CASCADE,
  -- random part of its callback URL
  nonce TEXT NOT NULL,
  -- JSON: state that the type keeps between two messages
  memory TEXT NOT NULL DEFAULT '{}',
  -- ms: the customer's last message and the one before
  heard_at INTEGER,
  heard_before_at INTEGER,
  created_at INTEGER NOT NULL,
  heard_document TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX integration_session_integration ON integration_session (integration_id);

-- Queue of calls to integrations, with their answers and pending commands. Rows stay 30 days as a log.
CREATE TABLE integration_delivery (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- the same id on every attempt
  uuid TEXT NOT NULL,
  integration_id INTEGER NOT NULL REFERENCES integration (id) ON DELETE CASCADE,
  ticket_id INTEGER REFERENCES ticket (id) ON DELETE CASCADE,
  message_id INTEGER,
  event TEXT NOT NULL,
  -- 1 = the customer is waiting for the answer
  is_turn INTEGER NOT NULL DEFAULT 0,
  -- key of the order: calls of one ticket or one connection are sent one after another
  lane TEXT NOT NULL,
  body TEXT NOT NULL DEFAULT '',
  -- queued (behind others with the same key), waiting, acting (has pending commands), done, failed
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER NOT NULL,
  -- JSON: pending commands
  steps TEXT NOT NULL DEFAULT '[]',
  status_code INTEGER,
  answer TEXT NOT NULL DEFAULT '',
  error TEXT,
  -- attempts count from this time
  began_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;

CREATE INDEX integration_delivery_age ON integration_delivery (created_at);

-- A callback with the same body counts once.
CREATE UNIQUE INDEX integration_delivery_callback ON integration_delivery (ticket_id, uuid) WHERE event = 'callback';

CREATE INDEX integration_delivery_due ON integration_delivery (next_try_at, id) WHERE state IN ('waiting', 'acting');

CREATE INDEX integration_delivery_lane ON integration_delivery (integration_id, lane, id)
  WHERE state IN ('queued', 'waiting', 'acting');

CREATE INDEX integration_delivery_log ON integration_delivery (integration_id, id);

CREATE INDEX integration_delivery_ticket ON integration_delivery (ticket_id) WHERE ticket_id IS NOT NULL;

-- Log of customer look-ups, without the document number.
CREATE TABLE billing_lookup (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  integration_id INTEGER NOT NULL,
  ticket_id INTEGER REFERENCES ticket (id) ON DELETE SET NULL,
  -- ixc, mkauth, asaas
  system TEXT NOT NULL,
  -- customer, second_copy, trust_unblock
  action TEXT NOT NULL,
  -- keyed hash: equal documents have equal hashes, and the number cannot be read from it
  document_hash TEXT NOT NULL,
  result TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX billing_lookup_ticket ON billing_lookup (ticket_id) WHERE ticket_id IS NOT NULL;

-- Requests to release a suspended contract on trust. One per contract and day, written before it is sent so that it is
-- never sent twice.
CREATE TABLE trust_unblock (
  system TEXT NOT NULL,
  contract TEXT NOT NULL,
  -- YYYY-MM-DD in the company's time zone
  day TEXT NOT NULL,
  -- sent (result unknown), accepted, refused
  state TEXT NOT NULL,
  ticket_id INTEGER,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (system, contract, day)
) STRICT;

-- public-api ------------------------------------------------------------------------------------------

-- Answers to calls of the send API with an Idempotency-Key, kept for seven days (docs/rules/send-api.md).
CREATE TABLE api_call (
  id INTEGER PRIMARY KEY,
  connection_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  -- hash of the content: the same key with other content is an error
  hash TEXT NOT NULL,
  -- JSON
  answer TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX api_call_created ON api_call (created_at);

CREATE UNIQUE INDEX api_call_key ON api_call (connection_id, key);

-- Tickets to close after this message was sent.
CREATE TABLE api_closing (
  message_id INTEGER PRIMARY KEY REFERENCES message (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL
) STRICT;

-- triggers ------------------------------------------------------------------------------------------

-- References to a deleted prompt become NULL.
CREATE TRIGGER prompt_gone AFTER DELETE ON prompt BEGIN
  UPDATE queue SET prompt_id = NULL WHERE prompt_id = old.id;
  UPDATE connection SET prompt_id = NULL WHERE prompt_id = old.id;
  UPDATE queue_option SET prompt_id = NULL, action = 'say' WHERE prompt_id = old.id AND action = 'prompt';
  UPDATE queue_option SET prompt_id = NULL WHERE prompt_id = old.id;
END;
