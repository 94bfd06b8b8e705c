-- What companies owe the provider, and what they paid.
CREATE TABLE invoice (
  id INTEGER PRIMARY KEY,
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  -- YYYY-MM-DD: the due date of the company that this pays for
  due_date TEXT NOT NULL,
  -- open, paid, cancelled
  status TEXT NOT NULL DEFAULT 'open',
  -- name of the plan
  detail TEXT NOT NULL,
  value_cents INTEGER NOT NULL,
  recurrence TEXT NOT NULL,
  plan_id INTEGER NOT NULL,
  -- JSON: the plan as it was
  plan TEXT NOT NULL,
  -- somebody chose this plan with the payment: paid, it becomes the company's
  changes_plan INTEGER NOT NULL DEFAULT 0,
  paid_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX invoice_once ON invoice (company_id, due_date) WHERE status <> 'cancelled';
CREATE INDEX invoice_of_company ON invoice (company_id, due_date DESC, id DESC);
CREATE INDEX invoice_newest ON invoice (due_date DESC, id DESC);
CREATE INDEX invoice_open ON invoice (due_date) WHERE status = 'open';

-- Pix charges made at a gateway.
CREATE TABLE charge (
  -- name of the charge at the gateway
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
  -- asked for at the gateway every minute until then, afterwards every hour
  ask_until INTEGER NOT NULL,
  asked_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX charge_of_invoice ON charge (invoice_id, created_at);
CREATE INDEX charge_open ON charge (ask_until) WHERE status = 'open';

-- Money that came; a txid counts once.
CREATE TABLE payment (
  id INTEGER PRIMARY KEY,
  txid TEXT NOT NULL UNIQUE,
  invoice_id INTEGER NOT NULL REFERENCES invoice (id) ON DELETE CASCADE,
  amount_cents INTEGER NOT NULL,
  -- paid, short (too little), extra (the invoice needed it no more)
  status TEXT NOT NULL,
  -- efi, asaas, manual
  source TEXT NOT NULL,
  -- what the gateway said, JSON
  raw TEXT NOT NULL DEFAULT '{}',
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX payment_of_invoice ON payment (invoice_id);

-- Reminders that left, each once.
CREATE TABLE invoice_reminder (
  invoice_id INTEGER NOT NULL REFERENCES invoice (id) ON DELETE CASCADE,
  -- days after the due date: -5, -1, 0, 3
  days INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (invoice_id, days)
) STRICT, WITHOUT ROWID;
