-- Promised times of answer: docs/rules/sla.md.
CREATE TABLE sla_policy (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE,
  position INTEGER NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  -- JSON of conditions
  conditions TEXT NOT NULL DEFAULT '{"all":[]}',
  hours TEXT NOT NULL CHECK (hours IN ('clock', 'company', 'queue')),
  -- promised minutes; NULL = not promised
  first_minutes INTEGER,
  next_minutes INTEGER,
  resolution_minutes INTEGER,
  starts_at TEXT NOT NULL CHECK (starts_at IN ('queue', 'arrival')),
  pause_asleep INTEGER NOT NULL DEFAULT 1,
  pause_waiting_customer INTEGER NOT NULL DEFAULT 1,
  warn_percent INTEGER NOT NULL DEFAULT 80,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- a deleted policy keeps its name for the report
  deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX sla_policy_name ON sla_policy (name) WHERE deleted_at IS NULL;

CREATE TABLE sla_clock (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  period_id INTEGER NOT NULL REFERENCES ticket_period (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  policy_id INTEGER NOT NULL REFERENCES sla_policy (id),
  target TEXT NOT NULL CHECK (target IN ('first', 'next', 'resolution')),
  -- since when the customer waits for this answer; NULL for a resolution
  waited_since INTEGER,
  started_at INTEGER NOT NULL,
  -- the queue whose hours count; NULL = those of the company
  hours_queue_id INTEGER,
  -- the promised open time, and what was left of it at `counted_from`
  target_ms INTEGER NOT NULL,
  remaining_ms INTEGER NOT NULL,
  counted_from INTEGER NOT NULL,
  -- while it runs: remaining_ms of open time after counted_from
  due_at INTEGER NOT NULL,
  -- the next moment at which something happens by itself: warning or miss
  next_at INTEGER,
  paused_at INTEGER,
  warned_at INTEGER,
  met_at INTEGER,
  missed_at INTEGER,
  dropped_at INTEGER,
  -- of the outcome: day in the company's time zone, queue and attendant of the ticket
  day TEXT,
  queue_id INTEGER,
  user_id INTEGER,
  -- open time until it was met
  taken_ms INTEGER
) STRICT;
CREATE INDEX sla_clock_next ON sla_clock (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX sla_clock_open ON sla_clock (ticket_id) WHERE met_at IS NULL AND dropped_at IS NULL;
CREATE INDEX sla_clock_ticket ON sla_clock (ticket_id, id);
CREATE INDEX sla_clock_period ON sla_clock (period_id);
CREATE INDEX sla_clock_day ON sla_clock (day, id) WHERE day IS NOT NULL;
CREATE INDEX sla_clock_policy ON sla_clock (policy_id);

-- Met and missed clocks per day, policy, queue, attendant and target; id 0 = none. sum_ms: open time of those met.
CREATE TABLE sla_daily (
  day TEXT NOT NULL,
  policy_id INTEGER NOT NULL,
  queue_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  target TEXT NOT NULL,
  met INTEGER NOT NULL,
  missed INTEGER NOT NULL,
  sum_ms INTEGER NOT NULL,
  PRIMARY KEY (day, policy_id, queue_id, user_id, target)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER sla_daily_insert AFTER INSERT ON sla_clock WHEN new.day IS NOT NULL BEGIN
  INSERT INTO sla_daily VALUES (new.day, new.policy_id, coalesce(new.queue_id, 0), coalesce(new.user_id, 0), new.target,
    new.missed_at IS NULL, new.missed_at IS NOT NULL, iif(new.missed_at IS NULL, coalesce(new.taken_ms, 0), 0))
  ON CONFLICT DO UPDATE SET met = met + excluded.met, missed = missed + excluded.missed, sum_ms = sum_ms + excluded.sum_ms;
END;
CREATE TRIGGER sla_daily_update AFTER UPDATE OF day, missed_at, taken_ms ON sla_clock
WHEN old.day IS NOT new.day OR old.missed_at IS NOT new.missed_at OR old.taken_ms IS NOT new.taken_ms
BEGIN
  UPDATE sla_daily SET met = met - (old.missed_at IS NULL), missed = missed - (old.missed_at IS NOT NULL),
    sum_ms = sum_ms - iif(old.missed_at IS NULL, coalesce(old.taken_ms, 0), 0)
  WHERE day = old.day AND policy_id = old.policy_id AND queue_id = coalesce(old.queue_id, 0)
    AND user_id = coalesce(old.user_id, 0) AND target = old.target;
  INSERT INTO sla_daily SELECT new.day, new.policy_id, coalesce(new.queue_id, 0), coalesce(new.user_id, 0), new.target,
    new.missed_at IS NULL, new.missed_at IS NOT NULL, iif(new.missed_at IS NULL, coalesce(new.taken_ms, 0), 0)
  WHERE new.day IS NOT NULL
  ON CONFLICT DO UPDATE SET met = met + excluded.met, missed = missed + excluded.missed, sum_ms = sum_ms + excluded.sum_ms;
END;
CREATE TRIGGER sla_daily_delete AFTER DELETE ON sla_clock WHEN old.day IS NOT NULL BEGIN
  UPDATE sla_daily SET met = met - (old.missed_at IS NULL), missed = missed - (old.missed_at IS NOT NULL),
    sum_ms = sum_ms - iif(old.missed_at IS NULL, coalesce(old.taken_ms, 0), 0)
  WHERE day = old.day AND policy_id = old.policy_id AND queue_id = coalesce(old.queue_id, 0)
    AND user_id = coalesce(old.user_id, 0) AND target = old.target;
END;

-- What the lists show of the most urgent clock of a ticket that is not closed.
ALTER TABLE ticket ADD COLUMN sla_policy_id INTEGER;
-- first, next, resolution
ALTER TABLE ticket ADD COLUMN sla_target TEXT;
-- running, soon, missed; NULL = no clock
ALTER TABLE ticket ADD COLUMN sla_state TEXT;
ALTER TABLE ticket ADD COLUMN sla_due_at INTEGER;
-- what is left while the clock is paused, ms; then it has no due time
ALTER TABLE ticket ADD COLUMN sla_left_ms INTEGER;
CREATE INDEX ticket_sla ON ticket (sla_due_at, id) WHERE sla_state IS NOT NULL;
