-- Automation rules (docs/rules/rules.md).
CREATE TABLE rule (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  event TEXT NOT NULL,
  -- JSON of the settings of the event and of texts
  settings TEXT NOT NULL DEFAULT '{}',
  -- JSON tree; {} = always
  conditions TEXT NOT NULL DEFAULT '{}',
  -- JSON list of actions
  actions TEXT NOT NULL,
  position INTEGER NOT NULL,
  -- later rules do not run for the same event
  stop INTEGER NOT NULL DEFAULT 0,
  once_per TEXT NOT NULL CHECK (once_per IN ('event', 'attendance', 'contact_day')),
  also_from_rules INTEGER NOT NULL DEFAULT 0,
  active INTEGER NOT NULL DEFAULT 0,
  -- failed runs in a row
  failures INTEGER NOT NULL DEFAULT 0,
  -- a rule that waits: moments up to this time were handled
  checked_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- What rules did, and why not.
CREATE TABLE rule_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  rule_id INTEGER NOT NULL REFERENCES rule (id) ON DELETE CASCADE,
  event_key TEXT NOT NULL,
  -- the attendance, or the contact and day, in which the rule fires once; NULL = once per event
  once_key TEXT,
  ticket_id INTEGER REFERENCES ticket (id) ON DELETE CASCADE,
  contact_id INTEGER REFERENCES contact (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('fired', 'not_matched', 'skipped', 'failed')),
  reason TEXT,
  depth INTEGER NOT NULL DEFAULT 0,
  -- JSON list of the conditions with the value found
  conditions TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE UNIQUE INDEX rule_run_fired ON rule_run (rule_id, event_key) WHERE outcome = 'fired';
CREATE UNIQUE INDEX rule_run_once ON rule_run (rule_id, once_key) WHERE outcome = 'fired' AND once_key IS NOT NULL;
CREATE INDEX rule_run_rule ON rule_run (rule_id, outcome, id);
CREATE INDEX rule_run_event ON rule_run (event_key);
CREATE INDEX rule_run_ticket ON rule_run (ticket_id);
CREATE INDEX rule_run_contact ON rule_run (contact_id);
CREATE INDEX rule_run_at ON rule_run (outcome, at);

-- Events that happened and whose rules have not run yet.
CREATE TABLE rule_event (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event TEXT NOT NULL,
  event_key TEXT NOT NULL,
  ticket_id INTEGER REFERENCES ticket (id) ON DELETE CASCADE,
  contact_id INTEGER REFERENCES contact (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  -- JSON of the values of the event that conditions compare
  facts TEXT NOT NULL DEFAULT '{}',
  -- JSON list of the ids of the rules that caused it, the first one first
  chain TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX rule_event_ticket ON rule_event (ticket_id);
CREATE INDEX rule_event_contact ON rule_event (contact_id);

-- Texts of rules that wait for the opening of the company.
CREATE TABLE rule_text (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  rule_id INTEGER NOT NULL REFERENCES rule (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  -- JSON of the action
  action TEXT NOT NULL,
  due_at INTEGER NOT NULL
) STRICT;
CREATE INDEX rule_text_due ON rule_text (due_at);
CREATE INDEX rule_text_ticket ON rule_text (ticket_id);
CREATE INDEX rule_text_rule ON rule_text (rule_id);

-- A customer's message that is stored, and whose rules and bot have not run yet: JSON of `StoredArrival`.
ALTER TABLE inbound_event ADD COLUMN stage TEXT;
