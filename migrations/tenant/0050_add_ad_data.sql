-- Advertisements that brought customers into a ticket (docs/rules/tickets.md#ads).
CREATE TABLE ticket_referral (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  -- the attendance that began or went on with it
  period_id INTEGER,
  network TEXT NOT NULL CHECK (network IN ('whatsapp', 'facebook', 'instagram')),
  -- ad, post, or as the network names it
  source_type TEXT NOT NULL,
  source_id TEXT NOT NULL,
  source_url TEXT NOT NULL,
  headline TEXT NOT NULL,
  body TEXT NOT NULL,
  click_id TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX ticket_referral_ticket ON ticket_referral (ticket_id, id);

-- Rules that run when nobody has answered for some minutes (docs/rules/rules.md#timed).
CREATE INDEX ticket_customer_waits ON ticket (waiting_since) WHERE waiting_since IS NOT NULL;
