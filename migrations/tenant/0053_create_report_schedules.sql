-- Reports that are sent regularly (docs/rules/reports.md#schedules).
CREATE TABLE report_schedule (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  format TEXT NOT NULL,
  -- JSON of the filter without a period, and JSON list of columns
  filter TEXT NOT NULL,
  columns TEXT NOT NULL,
  period TEXT NOT NULL,
  -- HH:mm on the company's clock
  at TEXT NOT NULL,
  -- JSON list of recipients
  user_ids TEXT NOT NULL,
  active INTEGER NOT NULL,
  -- when it is sent next, ms
  next_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX report_schedule_next ON report_schedule (next_at) WHERE active = 1;

-- NULL = requested on the page; a name, because a schedule may be deleted before its file is sent
ALTER TABLE report_file ADD COLUMN schedule_name TEXT;
-- JSON: sums and counts of what was written, for the mail
ALTER TABLE report_file ADD COLUMN figures TEXT;
DROP INDEX report_file_running;
CREATE UNIQUE INDEX report_file_running ON report_file (user_id) WHERE state = 'running' AND schedule_name IS NULL;
