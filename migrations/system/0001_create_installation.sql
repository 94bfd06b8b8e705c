-- Companies, plans and the few indexes that lead from the outside to a company.
CREATE TABLE plan (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  users INTEGER NOT NULL DEFAULT 0,
  connections INTEGER NOT NULL DEFAULT 0,
  queues INTEGER NOT NULL DEFAULT 0,
  value_cents INTEGER NOT NULL DEFAULT 0,
  use_campaigns INTEGER NOT NULL DEFAULT 1,
  use_kanban INTEGER NOT NULL DEFAULT 1,
  use_open_ai INTEGER NOT NULL DEFAULT 1,
  use_integrations INTEGER NOT NULL DEFAULT 1,
  use_schedules INTEGER NOT NULL DEFAULT 1,
  use_internal_chat INTEGER NOT NULL DEFAULT 1,
  use_external_api INTEGER NOT NULL DEFAULT 1,
  -- offered at sign-up
  public INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE company (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  plan_id INTEGER NOT NULL REFERENCES plan (id),
  email TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  -- YYYY-MM-DD in the company's time zone; null = never (company 1)
  due_date TEXT,
  recurrence TEXT NOT NULL DEFAULT 'MENSAL',
  active INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- One e-mail, one login, over the whole installation.
CREATE TABLE login (
  email TEXT PRIMARY KEY,
  company_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX login_company ON login (company_id, user_id);

-- Send-API tokens of connections, hashed.
CREATE TABLE connection_token (
  hash TEXT PRIMARY KEY,
  company_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE installation_setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- Which company has work due when, so that sleeping companies stay closed.
CREATE TABLE next_due (
  company_id INTEGER NOT NULL,
  job TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (company_id, job)
) STRICT, WITHOUT ROWID;
CREATE INDEX next_due_at ON next_due (job, at);

-- The one-time set-up link: hash of its code.
CREATE TABLE setup_code (hash TEXT PRIMARY KEY, created_at INTEGER NOT NULL, used_at INTEGER) STRICT;
