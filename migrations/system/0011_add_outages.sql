-- Times in which webhooks could not be received, for the report of official numbers
-- (docs/rules/reconciliation.md#official-numbers).
CREATE TABLE webhook_outage (
  id INTEGER PRIMARY KEY,
  -- down: the server was not running; refused: it answered with an error of its own
  kind TEXT NOT NULL,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL
) STRICT;

CREATE INDEX webhook_outage_end ON webhook_outage (to_at);

-- One row: when the server was last known to run.
CREATE TABLE server_heartbeat (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at INTEGER NOT NULL
) STRICT;

-- Comparisons with the phones in the last 30 days.
ALTER TABLE company_figure ADD COLUMN compared_messages INTEGER NOT NULL DEFAULT 0;
ALTER TABLE company_figure ADD COLUMN found_gaps INTEGER NOT NULL DEFAULT 0;
ALTER TABLE company_figure ADD COLUMN filled_gaps INTEGER NOT NULL DEFAULT 0;
