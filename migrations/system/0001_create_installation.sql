-- installation ----------------------------------------------------------------------------------------

-- When each company has due work, so that jobs open only companies with work.
CREATE TABLE scheduled_wakeup (
  company_id INTEGER NOT NULL,
  job TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (company_id, job)
) STRICT, WITHOUT ROWID;

CREATE INDEX scheduled_wakeup_at ON scheduled_wakeup (job, at);
