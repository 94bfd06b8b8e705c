-- Unsent texts of users (docs/rules/drafts.md). Only their author reads them.
CREATE TABLE draft (
  user_id INTEGER NOT NULL,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  mode TEXT NOT NULL CHECK (mode IN ('message', 'note')),
  body TEXT NOT NULL,
  -- the message that the text quotes; not a reference: it may be deleted meanwhile
  quoted_id INTEGER,
  -- grows with each change of any draft of the user
  version INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, ticket_id, mode)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX draft_version ON draft (user_id, version);
CREATE INDEX draft_ticket ON draft (ticket_id);
CREATE INDEX draft_updated ON draft (updated_at);
