-- costs -----------------------------------------------------------------------------------------------

-- What one message of an official number costs (docs/rules/costs.md#ledger). The row outlives its message.
CREATE TABLE message_cost (
  message_id INTEGER PRIMARY KEY,
  connection_id INTEGER NOT NULL,
  ticket_id INTEGER REFERENCES ticket (id) ON DELETE SET NULL,
  contact_id INTEGER REFERENCES contact (id) ON DELETE SET NULL,
  queue_id INTEGER,
  user_id INTEGER,
  origin TEXT NOT NULL,
  campaign_id INTEGER,
  prompt_id INTEGER,
  template TEXT,
  -- '' = unknown
  market TEXT NOT NULL,
  category TEXT NOT NULL,
  -- Meta's word: regular, free_customer_service, free_entry_point; null = Meta reported no pricing
  type TEXT,
  billable INTEGER NOT NULL,
  -- millionths of the currency
  micros INTEGER NOT NULL DEFAULT 0,
  currency TEXT,
  rate_id INTEGER,
  state TEXT NOT NULL,
  -- 1 = free by the monthly allowance as computed here
  allowance INTEGER NOT NULL DEFAULT 0,
  -- business account whose volume steps and month apply
  scope TEXT NOT NULL,
  -- day of the business account, YYYY-MM-DD
  day TEXT NOT NULL,
  -- network's time of delivery, ms; before that, of the first status
  at INTEGER NOT NULL,
  delivered INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX message_cost_day ON message_cost (day, message_id);
CREATE INDEX message_cost_order ON message_cost (scope, substr(day, 1, 7), at, message_id);
CREATE INDEX message_cost_allowance ON message_cost (connection_id, substr(day, 1, 7), at, message_id) WHERE allowance = 1;
CREATE INDEX message_cost_ticket ON message_cost (ticket_id) WHERE ticket_id IS NOT NULL;
CREATE INDEX message_cost_contact ON message_cost (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX message_cost_campaign ON message_cost (campaign_id) WHERE campaign_id IS NOT NULL;

-- Sums for good, kept by the triggers below; they stay when rows of the ledger are deleted.
CREATE TABLE cost_total (
  day TEXT NOT NULL,
  connection_id INTEGER NOT NULL,
  category TEXT NOT NULL,
  market TEXT NOT NULL,
  origin TEXT NOT NULL,
  -- 0 = no user
  user_id INTEGER NOT NULL,
  -- '' = no price yet
  currency TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 0,
  free INTEGER NOT NULL DEFAULT 0,
  unpriced INTEGER NOT NULL DEFAULT 0,
  estimated INTEGER NOT NULL DEFAULT 0,
  micros INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (day, connection_id, category, market, origin, user_id, currency)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER message_cost_added AFTER INSERT ON message_cost WHEN new.delivered = 1 AND new.state <> 'void'
BEGIN
  INSERT INTO cost_total (day, connection_id, category, market, origin, user_id, currency, count, free, unpriced, estimated, micros)
  VALUES (new.day, new.connection_id, new.category, new.market, new.origin, ifnull(new.user_id, 0), ifnull(new.currency, ''),
    1, new.state IN ('priced', 'estimated') AND new.currency IS NOT NULL AND new.micros = 0, new.currency IS NULL, new.state = 'estimated', new.micros)
  ON CONFLICT DO UPDATE SET count = count + 1, free = free + excluded.free, unpriced = unpriced + excluded.unpriced,
    estimated = estimated + excluded.estimated, micros = micros + excluded.micros;
END;

CREATE TRIGGER message_cost_left AFTER UPDATE OF connection_id, user_id, origin, market, category, micros, currency, state, day, delivered ON message_cost WHEN old.delivered = 1 AND old.state <> 'void'
BEGIN
  UPDATE cost_total SET count = count - 1,
    free = free - (old.state IN ('priced', 'estimated') AND old.currency IS NOT NULL AND old.micros = 0),
    unpriced = unpriced - (old.currency IS NULL), estimated = estimated - (old.state = 'estimated'), micros = micros - old.micros
  WHERE day = old.day AND connection_id = old.connection_id AND category = old.category AND market = old.market
    AND origin = old.origin AND user_id = ifnull(old.user_id, 0) AND currency = ifnull(old.currency, '');
  DELETE FROM cost_total WHERE day = old.day AND connection_id = old.connection_id AND category = old.category
    AND market = old.market AND origin = old.origin AND user_id = ifnull(old.user_id, 0)
    AND currency = ifnull(old.currency, '') AND count = 0;
END;

CREATE TRIGGER message_cost_came AFTER UPDATE OF connection_id, user_id, origin, market, category, micros, currency, state, day, delivered ON message_cost WHEN new.delivered = 1 AND new.state <> 'void'
BEGIN
  INSERT INTO cost_total (day, connection_id, category, market, origin, user_id, currency, count, free, unpriced, estimated, micros)
  VALUES (new.day, new.connection_id, new.category, new.market, new.origin, ifnull(new.user_id, 0), ifnull(new.currency, ''),
    1, new.state IN ('priced', 'estimated') AND new.currency IS NOT NULL AND new.micros = 0, new.currency IS NULL, new.state = 'estimated', new.micros)
  ON CONFLICT DO UPDATE SET count = count + 1, free = free + excluded.free, unpriced = unpriced + excluded.unpriced,
    estimated = estimated + excluded.estimated, micros = micros + excluded.micros;
END;

-- Paid messages per month so far: they select the volume step. Category 'free_service' counts the allowance.
CREATE TABLE cost_counter (
  scope TEXT NOT NULL,
  -- YYYY-MM
  month TEXT NOT NULL,
  market TEXT NOT NULL,
  category TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (scope, month, market, category)
) STRICT, WITHOUT ROWID;

-- The business account of an official number, as Meta describes it.
CREATE TABLE cost_account (
  connection_id INTEGER PRIMARY KEY,
  scope TEXT NOT NULL,
  timezone_id TEXT,
  -- IANA zone of timezone_id; null = unknown, the company's zone is used
  zone TEXT,
  currency TEXT,
  read_at INTEGER NOT NULL
) STRICT;

-- Months whose rows are being priced again, in the order of delivery.
CREATE TABLE cost_repricing (
  scope TEXT NOT NULL,
  month TEXT NOT NULL,
  -- the last row that was priced again
  at INTEGER NOT NULL DEFAULT -1,
  message_id INTEGER NOT NULL DEFAULT 0,
  -- 1 = a row arrived before the cursor: begin again at the end
  again INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (scope, month)
) STRICT, WITHOUT ROWID;

-- What is known of a month: 'rates' = time of the newest price card that was applied.
CREATE TABLE cost_state (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE cost_budget (
  -- YYYY-MM of the company's zone; '' = every month without its own
  month TEXT PRIMARY KEY,
  micros INTEGER NOT NULL,
  at_end TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Comparison of a month with Meta's own figures, per business account and category.
CREATE TABLE cost_check (
  scope TEXT NOT NULL,
  month TEXT NOT NULL,
  category TEXT NOT NULL,
  count INTEGER NOT NULL,
  micros INTEGER NOT NULL,
  meta_count INTEGER NOT NULL,
  meta_micros INTEGER NOT NULL,
  checked_at INTEGER NOT NULL,
  PRIMARY KEY (scope, month, category)
) STRICT, WITHOUT ROWID;

-- The estimate a campaign was started with.
CREATE TABLE cost_estimate (
  campaign_id INTEGER PRIMARY KEY,
  -- JSON, the answer of POST /costs/estimate
  estimate TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;

-- For messages that leave as one: the id of the first of them.
ALTER TABLE message ADD COLUMN bundle_id INTEGER;
CREATE INDEX message_bundle ON message (bundle_id) WHERE bundle_id IS NOT NULL;

-- 'off', 'automatic', 'everybody'; null = 'automatic' on official numbers
ALTER TABLE connection ADD COLUMN bundle_for TEXT;
ALTER TABLE connection ADD COLUMN bundle_seconds INTEGER NOT NULL DEFAULT 3;
