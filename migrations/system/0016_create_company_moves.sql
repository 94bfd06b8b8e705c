-- cells -----------------------------------------------------------------------------------------------

-- Moves of companies of this cell to other cells. The rows stay, so that ids of moved companies and of their invoices are not
-- given again.
CREATE TABLE company_move (
  id INTEGER PRIMARY KEY,
  -- random name of the move, which the target and the directory have too
  move TEXT NOT NULL UNIQUE,
  company_id INTEGER NOT NULL,
  company_name TEXT NOT NULL,
  to_cell INTEGER NOT NULL,
  -- asked, copying, paused, imported, switched, done, failed
  state TEXT NOT NULL DEFAULT 'asked',
  -- why it failed
  error TEXT,
  -- bytes sent so far
  sent INTEGER NOT NULL DEFAULT 0,
  -- the last invoice that this cell made for the company
  last_invoice_id INTEGER,
  -- 1 = this cell still has the files
  has_files INTEGER NOT NULL DEFAULT 0,
  asked_at INTEGER NOT NULL,
  paused_at INTEGER,
  switched_at INTEGER,
  ended_at INTEGER
) STRICT;

CREATE UNIQUE INDEX company_move_running ON company_move (company_id) WHERE state NOT IN ('done', 'failed');

-- Companies that other cells are moving to this one, until the directory names this cell.
CREATE TABLE company_arrival (
  company_id INTEGER PRIMARY KEY,
  move TEXT NOT NULL,
  from_cell INTEGER NOT NULL,
  -- receiving: the files are not in the log of this cell yet; ready: they are
  state TEXT NOT NULL DEFAULT 'receiving',
  -- JSON: the rows of the company in the system file, once it is ready
  rows TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
