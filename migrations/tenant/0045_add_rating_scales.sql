-- Ratings on three scales, with a comment (docs/rules/ratings.md#scales). Ratings stored so far are on the scale `three`.

-- scale of the rating request; null = `three`
ALTER TABLE ticket_period ADD COLUMN rating_scale TEXT;

DROP TRIGGER metric_period_delete;
DROP TRIGGER metric_period_update;
DROP TRIGGER metric_rating_insert;

ALTER TABLE user_rating RENAME TO user_rating_before;
CREATE TABLE user_rating (
  id INTEGER PRIMARY KEY,
  -- a period is rated once
  period_id INTEGER NOT NULL UNIQUE REFERENCES ticket_period (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  scale TEXT NOT NULL,
  rate INTEGER NOT NULL,
  -- the customer's reason, and the message that it was
  comment TEXT,
  comment_message_id INTEGER,
  -- null = not requested
  comment_asked_at INTEGER,
  -- null while the customer can still answer
  comment_ended_at INTEGER,
  created_at INTEGER NOT NULL,
  CHECK (CASE scale WHEN 'three' THEN rate BETWEEN 1 AND 3 WHEN 'five' THEN rate BETWEEN 1 AND 5
    WHEN 'nps' THEN rate BETWEEN 0 AND 10 ELSE 0 END)
) STRICT;
INSERT INTO user_rating (id, period_id, ticket_id, user_id, scale, rate, created_at)
  SELECT id, period_id, ticket_id, user_id, 'three', rate, created_at FROM user_rating_before;
DROP TABLE user_rating_before;
CREATE INDEX user_rating_created ON user_rating (created_at);
CREATE INDEX user_rating_ticket ON user_rating (ticket_id);
CREATE INDEX user_rating_comment ON user_rating (comment_message_id) WHERE comment_message_id IS NOT NULL;
CREATE INDEX user_rating_asked ON user_rating (comment_asked_at)
  WHERE comment_asked_at IS NOT NULL AND comment_ended_at IS NULL;

-- The comment is deleted with its message, for example by the retention of messages.
CREATE TRIGGER user_rating_comment_delete AFTER DELETE ON message BEGIN
  UPDATE user_rating SET comment = NULL, comment_message_id = NULL WHERE comment_message_id = old.id;
END;

-- Totals of the dashboard: `rated` and `rate_sum` are of the scale `three`.
ALTER TABLE metric_change ADD COLUMN scale TEXT;
UPDATE metric_change SET scale = 'three' WHERE rate IS NOT NULL;
ALTER TABLE hourly_metric ADD COLUMN satisfied INTEGER NOT NULL DEFAULT 0;
ALTER TABLE hourly_metric ADD COLUMN rated_five INTEGER NOT NULL DEFAULT 0;
ALTER TABLE hourly_metric ADD COLUMN rate_sum_five INTEGER NOT NULL DEFAULT 0;
ALTER TABLE hourly_metric ADD COLUMN satisfied_five INTEGER NOT NULL DEFAULT 0;
ALTER TABLE hourly_metric ADD COLUMN rated_nps INTEGER NOT NULL DEFAULT 0;
ALTER TABLE hourly_metric ADD COLUMN rate_sum_nps INTEGER NOT NULL DEFAULT 0;
ALTER TABLE hourly_metric ADD COLUMN satisfied_nps INTEGER NOT NULL DEFAULT 0;
ALTER TABLE hourly_metric ADD COLUMN detractors INTEGER NOT NULL DEFAULT 0;
ALTER TABLE daily_metric ADD COLUMN satisfied INTEGER NOT NULL DEFAULT 0;
ALTER TABLE daily_metric ADD COLUMN rated_five INTEGER NOT NULL DEFAULT 0;
ALTER TABLE daily_metric ADD COLUMN rate_sum_five INTEGER NOT NULL DEFAULT 0;
ALTER TABLE daily_metric ADD COLUMN satisfied_five INTEGER NOT NULL DEFAULT 0;
ALTER TABLE daily_metric ADD COLUMN rated_nps INTEGER NOT NULL DEFAULT 0;
ALTER TABLE daily_metric ADD COLUMN rate_sum_nps INTEGER NOT NULL DEFAULT 0;
ALTER TABLE daily_metric ADD COLUMN satisfied_nps INTEGER NOT NULL DEFAULT 0;
ALTER TABLE daily_metric ADD COLUMN detractors INTEGER NOT NULL DEFAULT 0;
ALTER TABLE four_week_metric ADD COLUMN satisfied INTEGER NOT NULL DEFAULT 0;
ALTER TABLE four_week_metric ADD COLUMN rated_five INTEGER NOT NULL DEFAULT 0;
ALTER TABLE four_week_metric ADD COLUMN rate_sum_five INTEGER NOT NULL DEFAULT 0;
ALTER TABLE four_week_metric ADD COLUMN satisfied_five INTEGER NOT NULL DEFAULT 0;
ALTER TABLE four_week_metric ADD COLUMN rated_nps INTEGER NOT NULL DEFAULT 0;
ALTER TABLE four_week_metric ADD COLUMN rate_sum_nps INTEGER NOT NULL DEFAULT 0;
ALTER TABLE four_week_metric ADD COLUMN satisfied_nps INTEGER NOT NULL DEFAULT 0;
ALTER TABLE four_week_metric ADD COLUMN detractors INTEGER NOT NULL DEFAULT 0;

-- What the totals have counted so far: rated attendances without a pending change, and the counted values of the others.
CREATE TEMP TABLE satisfied_before AS
  SELECT user_id, at - at % 3600000 AS hour_at, queue_id, connection_id, count(*) AS satisfied FROM (
    SELECT g.user_id, g.created_at AS at, coalesce(r.queue_id, 0) AS queue_id, r.connection_id
    FROM user_rating g JOIN ticket_period r ON r.id = g.period_id JOIN ticket t ON t.id = r.ticket_id
    WHERE g.rate >= 2 AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
      AND r.id NOT IN (SELECT period_id FROM metric_change)
    UNION ALL
    SELECT rated_user_id, rated_at, coalesce(queue_id, 0), connection_id
    FROM metric_change WHERE counted = 1 AND rate >= 2
  ) GROUP BY 1, 2, 3, 4;
UPDATE hourly_metric AS m SET satisfied = b.satisfied FROM satisfied_before b
  WHERE m.user_id = b.user_id AND m.hour_at = b.hour_at AND m.queue_id = b.queue_id AND m.connection_id = b.connection_id;
UPDATE daily_metric AS m SET satisfied = b.satisfied FROM (
  SELECT user_id, hour_at - hour_at % 86400000 AS at, queue_id, connection_id, sum(satisfied) AS satisfied
  FROM satisfied_before GROUP BY 1, 2, 3, 4) b
  WHERE m.user_id = b.user_id AND m.day_at = b.at AND m.queue_id = b.queue_id AND m.connection_id = b.connection_id;
UPDATE four_week_metric AS m SET satisfied = b.satisfied FROM (
  SELECT user_id, hour_at - hour_at % 2419200000 AS at, queue_id, connection_id, sum(satisfied) AS satisfied
  FROM satisfied_before GROUP BY 1, 2, 3, 4) b
  WHERE m.user_id = b.user_id AND m.span_at = b.at AND m.queue_id = b.queue_id AND m.connection_id = b.connection_id;
DROP TABLE satisfied_before;

CREATE TRIGGER metric_period_delete BEFORE DELETE ON ticket_period BEGIN
  INSERT INTO metric_change
  SELECT old.id, 1, old.queue_id, old.connection_id, old.user_id, old.created_at, old.queued_at, old.started_at,
    old.first_response_at, old.finished_at, g.user_id, g.created_at, g.rate, g.scale
  FROM ticket t LEFT JOIN user_rating g ON g.period_id = old.id
  WHERE t.id = old.ticket_id AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
  ON CONFLICT (period_id) DO NOTHING;
END;

CREATE TRIGGER metric_period_update AFTER UPDATE ON ticket_period
WHEN old.queue_id IS NOT new.queue_id OR old.connection_id <> new.connection_id OR old.user_id IS NOT new.user_id
  OR old.created_at <> new.created_at OR old.queued_at IS NOT new.queued_at OR old.started_at IS NOT new.started_at
  OR old.first_response_at IS NOT new.first_response_at OR old.finished_at IS NOT new.finished_at
BEGIN
  INSERT INTO metric_change
  SELECT old.id, 1, old.queue_id, old.connection_id, old.user_id, old.created_at, old.queued_at, old.started_at,
    old.first_response_at, old.finished_at, g.user_id, g.created_at, g.rate, g.scale
  FROM ticket t LEFT JOIN user_rating g ON g.period_id = old.id
  WHERE t.id = old.ticket_id AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
  ON CONFLICT (period_id) DO NOTHING;
END;

-- A rating is given once, its scale and rate never change, and it is deleted with its period.
CREATE TRIGGER metric_rating_insert AFTER INSERT ON user_rating BEGIN
  INSERT INTO metric_change
  SELECT r.id, 1, r.queue_id, r.connection_id, r.user_id, r.created_at, r.queued_at, r.started_at, r.first_response_at,
    r.finished_at, NULL, NULL, NULL, NULL
  FROM ticket_period r JOIN ticket t ON t.id = r.ticket_id
  WHERE r.id = new.period_id AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
  ON CONFLICT (period_id) DO NOTHING;
END;
