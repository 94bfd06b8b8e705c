-- dashboard -------------------------------------------------------------------------------------------

-- Sums per hour (its first millisecond, UTC), queue and connection; user_id = the attendant of what was finished or
-- rated, everything else has user 0. The key begins with the user, so that one user's year is read in one range.
CREATE TABLE hourly_metric (
  user_id INTEGER NOT NULL,
  hour_at INTEGER NOT NULL,
  queue_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  attendances INTEGER NOT NULL,
  finished INTEGER NOT NULL,
  support_ms INTEGER NOT NULL,
  waited INTEGER NOT NULL,
  wait_ms INTEGER NOT NULL,
  responded INTEGER NOT NULL,
  response_ms INTEGER NOT NULL,
  rated INTEGER NOT NULL,
  rate_sum INTEGER NOT NULL,
  PRIMARY KEY (user_id, hour_at, queue_id, connection_id)
) STRICT, WITHOUT ROWID;

-- How far the nightly check has verified the sums.
CREATE TABLE metric_check (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  checked_at INTEGER NOT NULL
) STRICT;

-- Contacts that wrote to the company, with the time they became contacts.
CREATE TABLE lead (
  contact_id INTEGER PRIMARY KEY REFERENCES contact (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX lead_created ON lead (created_at);

-- The same sums by four weeks. Long dashboard periods read their whole four-week spans here.
CREATE TABLE four_week_metric (
  user_id INTEGER NOT NULL,
  span_at INTEGER NOT NULL,
  queue_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  finished INTEGER NOT NULL,
  support_ms INTEGER NOT NULL,
  waited INTEGER NOT NULL,
  wait_ms INTEGER NOT NULL,
  responded INTEGER NOT NULL,
  response_ms INTEGER NOT NULL,
  rated INTEGER NOT NULL,
  rate_sum INTEGER NOT NULL,
  PRIMARY KEY (user_id, span_at, queue_id, connection_id)
) STRICT, WITHOUT ROWID;

-- Dashboards of some weeks read whole days (UTC), as those of a year read four weeks: the hours of a busy company are
-- twenty times
-- as many rows.
CREATE TABLE daily_metric (
  user_id INTEGER NOT NULL,
  day_at INTEGER NOT NULL,
  queue_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  finished INTEGER NOT NULL,
  support_ms INTEGER NOT NULL,
  waited INTEGER NOT NULL,
  wait_ms INTEGER NOT NULL,
  responded INTEGER NOT NULL,
  response_ms INTEGER NOT NULL,
  rated INTEGER NOT NULL,
  rate_sum INTEGER NOT NULL,
  PRIMARY KEY (user_id, day_at, queue_id, connection_id)
) STRICT, WITHOUT ROWID;

-- The sums of the dashboard are brought up to date when they are read, and after many changes. Until then this table
-- keeps what each
-- changed period has added to them, one row however often it changes. Earlier, triggers wrote the sums of an hour, a
-- day and four
-- weeks with every change, and each statement that changed a period was compiled with all of these triggers.
CREATE TABLE metric_change (
  period_id INTEGER PRIMARY KEY,
  -- 0 = not added to the sums yet
  counted INTEGER NOT NULL,
  queue_id INTEGER,
  connection_id INTEGER,
  user_id INTEGER,
  created_at INTEGER,
  queued_at INTEGER,
  started_at INTEGER,
  first_response_at INTEGER,
  finished_at INTEGER,
  rated_user_id INTEGER,
  rated_at INTEGER,
  rate INTEGER
) STRICT;
