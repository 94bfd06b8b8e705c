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
-- Whoever pointed to it has no prompt any more.
CREATE TRIGGER prompt_gone AFTER DELETE ON prompt BEGIN
  UPDATE queue SET prompt_id = NULL WHERE prompt_id = old.id;
  UPDATE connection SET prompt_id = NULL WHERE prompt_id = old.id;
  UPDATE queue_option SET prompt_id = NULL, action = 'say' WHERE prompt_id = old.id AND action = 'prompt';
  UPDATE queue_option SET prompt_id = NULL WHERE prompt_id = old.id;
END;

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
CREATE UNIQUE INDEX ai_turn_message ON ai_turn (message_id, kind);
CREATE INDEX ai_turn_ticket ON ai_turn (ticket_id, id);
CREATE INDEX ai_turn_waiting ON ai_turn (due_at, id) WHERE state = 'waiting';
CREATE INDEX ai_turn_thinking ON ai_turn (id) WHERE state = 'thinking';
CREATE INDEX ai_turn_finished ON ai_turn (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX ai_turn_prompt ON ai_turn (prompt_id) WHERE prompt_id IS NOT NULL;

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
CREATE INDEX ai_run_ticket ON ai_run (ticket_id, id) WHERE ticket_id IS NOT NULL;
CREATE INDEX ai_run_prompt ON ai_run (prompt_id) WHERE prompt_id IS NOT NULL;
CREATE INDEX ai_run_traced ON ai_run (at, id) WHERE trace IS NOT NULL;

-- Tokens of a prompt in a calendar month of the company's wall clock, `YYYY-MM`.
CREATE TABLE ai_usage (
  prompt_id INTEGER NOT NULL REFERENCES prompt (id) ON DELETE CASCADE,
  month TEXT NOT NULL,
  tokens INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (prompt_id, month)
) STRICT, WITHOUT ROWID;
