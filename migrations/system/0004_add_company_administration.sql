-- What the provider needs to run the companies of this installation.
-- YYYY-MM-DD: end of the trial of a company that signed up by itself
ALTER TABLE company ADD COLUMN trial_expiration TEXT;
-- 1-31: day of the month that due dates come back to after a shorter month; null = that of the due date
ALTER TABLE company ADD COLUMN billing_day INTEGER;
-- JSON of the checkout's address; null = never given
ALTER TABLE company ADD COLUMN address TEXT;
-- In the bin since; the name is kept aside, so that another company may have it
ALTER TABLE company ADD COLUMN removed_at INTEGER;
ALTER TABLE company ADD COLUMN removed_name TEXT NOT NULL DEFAULT '';
-- Out of the bin for good: nothing is left but the number, which nobody gets again
ALTER TABLE company ADD COLUMN erased_at INTEGER;
CREATE INDEX company_of_plan ON company (plan_id);

-- What lists show of a company's own file, so that a sleeping company stays closed.
CREATE TABLE company_digest (
  company_id INTEGER PRIMARY KEY,
  users INTEGER NOT NULL,
  connections INTEGER NOT NULL,
  queues INTEGER NOT NULL,
  campaigns_enabled INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- Who of the provider's people was in which company, and when.
CREATE TABLE support_access (
  id INTEGER PRIMARY KEY,
  company_id INTEGER NOT NULL,
  -- of the company: the support's own session in it
  session_id INTEGER NOT NULL,
  -- of company 1
  super_user_id INTEGER NOT NULL,
  super_name TEXT NOT NULL,
  ip TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX support_access_company ON support_access (company_id, id DESC);
CREATE UNIQUE INDEX support_access_session ON support_access (company_id, session_id);
