-- settings --------------------------------------------------------------------------------------------

CREATE TABLE installation_setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- audit -----------------------------------------------------------------------------------------------

-- Audit trail of the provider's people and of console commands. Entries are added, deleted when they are old, and never
-- changed.
CREATE TABLE provider_audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  -- person, console, product
  who TEXT NOT NULL,
  user_id INTEGER,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  action TEXT NOT NULL,
  subject_id TEXT,
  subject TEXT,
  details TEXT NOT NULL DEFAULT '{}',
  ip TEXT NOT NULL DEFAULT '',
  -- the company the action was about
  company_id INTEGER
) STRICT;

CREATE INDEX provider_audit_log_at ON provider_audit_log (at);

CREATE INDEX provider_audit_log_subject ON provider_audit_log (kind, subject_id);

CREATE INDEX provider_audit_log_user ON provider_audit_log (user_id, kind);

CREATE INDEX provider_audit_log_action ON provider_audit_log (action);

-- companies -------------------------------------------------------------------------------------------

CREATE TABLE company (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  plan_id INTEGER NOT NULL REFERENCES plan (id),
  email TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  -- YYYY-MM-DD in the company's time zone; null = never (company 1)
  due_date TEXT,
  recurrence TEXT NOT NULL DEFAULT 'monthly',
  active INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  schedules TEXT NOT NULL DEFAULT '[]',
  trial_expiration TEXT,
  billing_day INTEGER,
  address TEXT,
  removed_at INTEGER,
  removed_name TEXT NOT NULL DEFAULT '',
  erased_at INTEGER
) STRICT;

CREATE INDEX company_of_plan ON company (plan_id);

-- Counts from each company's own file, copied here so that lists do not open closed companies.
CREATE TABLE company_digest (
  company_id INTEGER PRIMARY KEY REFERENCES company (id) ON DELETE CASCADE,
  users INTEGER NOT NULL,
  connections INTEGER NOT NULL,
  queues INTEGER NOT NULL,
  campaigns_enabled INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  storage_bytes INTEGER NOT NULL DEFAULT 0
) STRICT;

-- plans -----------------------------------------------------------------------------------------------

-- What a company may use, and its price.
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
  updated_at INTEGER NOT NULL,
  storage_mb INTEGER NOT NULL DEFAULT 0
) STRICT;

-- billing ---------------------------------------------------------------------------------------------

-- What companies owe the provider.
CREATE TABLE invoice (
  id INTEGER PRIMARY KEY,
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  -- YYYY-MM-DD: the company's due date that this invoice pays for
  due_date TEXT NOT NULL,
  -- open, paid, cancelled
  status TEXT NOT NULL DEFAULT 'open',
  -- name of the plan
  detail TEXT NOT NULL,
  value_cents INTEGER NOT NULL,
  recurrence TEXT NOT NULL,
  plan_id INTEGER NOT NULL,
  -- JSON: the plan at the time of the invoice
  plan TEXT NOT NULL,
  -- 1 = the customer chose this plan with the payment: when paid, it becomes the company's plan
  changes_plan INTEGER NOT NULL DEFAULT 0,
  paid_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX invoice_newest ON invoice (due_date DESC, id DESC);

CREATE INDEX invoice_of_company ON invoice (company_id, due_date DESC, id DESC);

CREATE UNIQUE INDEX invoice_once ON invoice (company_id, due_date) WHERE status <> 'cancelled';

CREATE INDEX invoice_open ON invoice (due_date) WHERE status = 'open';

-- Pix charges made at a gateway.
CREATE TABLE charge (
  -- id of the charge at the gateway
  txid TEXT PRIMARY KEY,
  invoice_id INTEGER NOT NULL REFERENCES invoice (id) ON DELETE CASCADE,
  -- efi, asaas
  provider TEXT NOT NULL,
  value_cents INTEGER NOT NULL,
  -- the copy-and-paste code
  code TEXT NOT NULL,
  -- open, settled, gone
  status TEXT NOT NULL DEFAULT 'open',
  expires_at INTEGER NOT NULL,
  -- the gateway is polled every minute until this time, afterwards every hour
  ask_until INTEGER NOT NULL,
  asked_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX charge_of_invoice ON charge (invoice_id, created_at);

CREATE INDEX charge_open ON charge (ask_until) WHERE status = 'open';

-- Payments received. A txid counts once.
CREATE TABLE payment (
  id INTEGER PRIMARY KEY,
  txid TEXT NOT NULL UNIQUE,
  invoice_id INTEGER NOT NULL REFERENCES invoice (id) ON DELETE CASCADE,
  amount_cents INTEGER NOT NULL,
  -- paid, short (too little), extra (the invoice was already paid)
  status TEXT NOT NULL,
  -- efi, asaas, manual
  source TEXT NOT NULL,
  -- JSON: the gateway's answer
  raw TEXT NOT NULL DEFAULT '{}',
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX payment_of_invoice ON payment (invoice_id);

-- Reminders that were sent. Each is sent once.
CREATE TABLE invoice_reminder (
  invoice_id INTEGER NOT NULL REFERENCES invoice (id) ON DELETE CASCADE,
  -- days after the due date: -5, -1, 0, 3
  days INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (invoice_id, days)
) STRICT, WITHOUT ROWID;

-- mails -----------------------------------------------------------------------------------------------

-- Mails waiting for the mail server. The row is deleted when the mail is sent.
CREATE TABLE mail (
  id INTEGER PRIMARY KEY,
  -- Message-ID: the recipient recognizes a second copy of the same mail
  uuid TEXT NOT NULL,
  -- its admins are notified when the mail cannot be delivered
  company_id INTEGER NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- sealed: it may hold a code
  body TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX mail_due ON mail (next_try_at);

CREATE INDEX mail_expires ON mail (expires_at);

-- auth ------------------------------------------------------------------------------------------------

-- An e-mail has one login in the whole installation.
CREATE TABLE login (
  email TEXT PRIMARY KEY,
  company_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX login_company ON login (company_id, user_id);

-- The one-time set-up link, by the hash of its code.
CREATE TABLE setup_code (hash TEXT PRIMARY KEY, created_at INTEGER NOT NULL, used_at INTEGER) STRICT;

-- Requests for a new password. Known and unknown e-mails are stored alike, so that the answer does not reveal which
-- ones exist.
CREATE TABLE recovery_request (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Single-use codes, hashed.
CREATE TABLE password_reset (
  hash TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  company_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX password_reset_email ON password_reset (email, created_at);

CREATE INDEX password_reset_expires ON password_reset (expires_at);

CREATE INDEX password_reset_user ON password_reset (company_id, user_id);

-- Support sessions: which super user entered which company, and when.
CREATE TABLE support_access (
  id INTEGER PRIMARY KEY,
  company_id INTEGER NOT NULL,
  -- the support session in the company's file
  session_id INTEGER NOT NULL,
  -- id in company 1
  super_user_id INTEGER NOT NULL,
  super_name TEXT NOT NULL,
  ip TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  super_session_id INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX support_access_company ON support_access (company_id, id DESC);

CREATE UNIQUE INDEX support_access_session ON support_access (company_id, session_id);

-- Users whose e-mail is not confirmed yet. The row is deleted at the confirmation.
CREATE TABLE email_confirmation (
  company_id INTEGER PRIMARY KEY REFERENCES company (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  -- the address to confirm: an address that the provider typed later needs no confirmation
  email TEXT NOT NULL,
  -- SHA-256 of the code of the newest mail; earlier codes are not valid
  hash TEXT NOT NULL UNIQUE,
  -- ms
  expires_at INTEGER NOT NULL,
  -- mails sent since `counted_from`: limited, so that no mailbox is flooded
  sent INTEGER NOT NULL,
  counted_from INTEGER NOT NULL
) STRICT;

-- signup ----------------------------------------------------------------------------------------------

-- Companies created by sign-up.
CREATE TABLE signup (
  company_id INTEGER PRIMARY KEY REFERENCES company (id) ON DELETE CASCADE,
  -- the referring company as named in the link; not verified
  referred_by INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

-- Terms of use and privacy notice written by the provider. Without a row the product's own text applies.
CREATE TABLE legal_text (
  -- term, privacy
  page TEXT NOT NULL,
  -- pt, en, es
  language TEXT NOT NULL,
  text TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (page, language)
) STRICT, WITHOUT ROWID;

-- Sign-ups whose e-mail is not confirmed yet (docs/rules/sign-up.md#waiting). Their company does not exist yet and has
-- no file.
CREATE TABLE waiting_signup (
  -- never reused: the browser stores the id of its sign-up
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL UNIQUE,
  company_name TEXT NOT NULL,
  admin_name TEXT NOT NULL,
  phone TEXT NOT NULL,
  plan_id INTEGER NOT NULL,
  password_hash TEXT NOT NULL,
  -- pt-BR, en, es: language of the mail and the company's first language
  language TEXT NOT NULL,
  -- the referring company as named in the link; not verified
  referred_by INTEGER,
  -- IPv4 address or IPv6 /64 of the request: waiting sign-ups are limited per network
  network TEXT NOT NULL,
  -- mails sent since `counted_from`: limited, so that no mailbox is flooded
  sent INTEGER NOT NULL,
  counted_from INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  -- ms: a job deletes the row after this time
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX waiting_signup_expiry ON waiting_signup (expires_at);

CREATE INDEX waiting_signup_network ON waiting_signup (network);

-- Links that were mailed. Used and replaced links stay, so that the page can explain why a link does not work.
CREATE TABLE signup_link (
  id INTEGER PRIMARY KEY,
  -- SHA-256 of the code
  hash TEXT NOT NULL UNIQUE,
  signup_id INTEGER NOT NULL,
  -- open, replaced, used
  state TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX signup_link_signup ON signup_link (signup_id);

-- api-keys --------------------------------------------------------------------------------------------

-- The company of each API key, by the hash of the key.
CREATE TABLE api_key_owner (
  hash TEXT PRIMARY KEY,
  company_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX api_key_owner_company ON api_key_owner (company_id);

-- triggers ------------------------------------------------------------------------------------------

CREATE TRIGGER provider_audit_log_stands BEFORE UPDATE ON provider_audit_log BEGIN
  SELECT raise(ABORT, 'entries of the audit trail cannot be changed');
END;
