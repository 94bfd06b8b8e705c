-- Bots that look up bills in the system of an internet provider or at Asaas (behaviour 19).
-- Sealed: the document the customer has just written, until its turn has it; the stored message shows it masked.
ALTER TABLE integration_session ADD COLUMN heard_document TEXT NOT NULL DEFAULT '';

-- Who was looked up, without the document itself.
CREATE TABLE billing_lookup (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  integration_id INTEGER NOT NULL,
  ticket_id INTEGER REFERENCES ticket (id) ON DELETE SET NULL,
  -- ixc, mkauth, asaas
  system TEXT NOT NULL,
  -- customer, second_copy, trust_unblock
  action TEXT NOT NULL,
  -- keyed hash: equal documents are equal, nobody reads them from it
  document_hash TEXT NOT NULL,
  result TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX billing_lookup_ticket ON billing_lookup (ticket_id) WHERE ticket_id IS NOT NULL;

-- One request per contract and day: written before it is sent, so that it is never sent twice.
CREATE TABLE trust_unblock (
  system TEXT NOT NULL,
  contract TEXT NOT NULL,
  -- of the company's wall clock, YYYY-MM-DD
  day TEXT NOT NULL,
  -- sent (what came of it is not known), accepted, refused
  state TEXT NOT NULL,
  ticket_id INTEGER,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (system, contract, day)
) STRICT;
