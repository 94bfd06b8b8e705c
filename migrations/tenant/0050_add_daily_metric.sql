-- Dashboards of some weeks read whole days (UTC), as those of a year read four weeks: the hours of a busy company are twenty times
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
INSERT INTO daily_metric
SELECT user_id, hour_at - hour_at % 86400000 AS day_at, queue_id, connection_id, sum(finished), sum(support_ms),
  sum(waited), sum(wait_ms), sum(responded), sum(response_ms), sum(rated), sum(rate_sum)
FROM hourly_metric GROUP BY 1, 2, 3, 4;

-- What an hour gains or loses, its day and its four weeks do. An hour that only counts attendances changes neither.
DROP TRIGGER four_week_metric_insert;
DROP TRIGGER four_week_metric_update;
DROP TRIGGER four_week_metric_delete;
CREATE TRIGGER metric_span_insert AFTER INSERT ON hourly_metric
WHEN new.finished <> 0 OR new.support_ms <> 0 OR new.waited <> 0 OR new.wait_ms <> 0 OR new.responded <> 0
  OR new.response_ms <> 0 OR new.rated <> 0 OR new.rate_sum <> 0 BEGIN
  INSERT INTO daily_metric
  VALUES (new.user_id, new.hour_at - new.hour_at % 86400000, new.queue_id, new.connection_id,
    new.finished, new.support_ms, new.waited, new.wait_ms, new.responded, new.response_ms, new.rated, new.rate_sum)
  ON CONFLICT (user_id, day_at, queue_id, connection_id) DO UPDATE SET finished = finished + excluded.finished,
    support_ms = support_ms + excluded.support_ms, waited = waited + excluded.waited, wait_ms = wait_ms + excluded.wait_ms,
    responded = responded + excluded.responded, response_ms = response_ms + excluded.response_ms,
    rated = rated + excluded.rated, rate_sum = rate_sum + excluded.rate_sum;
  INSERT INTO four_week_metric
  VALUES (new.user_id, new.hour_at - new.hour_at % 2419200000, new.queue_id, new.connection_id,
    new.finished, new.support_ms, new.waited, new.wait_ms, new.responded, new.response_ms, new.rated, new.rate_sum)
  ON CONFLICT (user_id, span_at, queue_id, connection_id) DO UPDATE SET finished = finished + excluded.finished,
    support_ms = support_ms + excluded.support_ms, waited = waited + excluded.waited, wait_ms = wait_ms + excluded.wait_ms,
    responded = responded + excluded.responded, response_ms = response_ms + excluded.response_ms,
    rated = rated + excluded.rated, rate_sum = rate_sum + excluded.rate_sum;
END;
CREATE TRIGGER metric_span_update AFTER UPDATE ON hourly_metric
WHEN new.finished <> old.finished OR new.support_ms <> old.support_ms OR new.waited <> old.waited
  OR new.wait_ms <> old.wait_ms OR new.responded <> old.responded OR new.response_ms <> old.response_ms
  OR new.rated <> old.rated OR new.rate_sum <> old.rate_sum BEGIN
  INSERT INTO daily_metric
  VALUES (new.user_id, new.hour_at - new.hour_at % 86400000, new.queue_id, new.connection_id,
    new.finished - old.finished, new.support_ms - old.support_ms, new.waited - old.waited, new.wait_ms - old.wait_ms,
    new.responded - old.responded, new.response_ms - old.response_ms, new.rated - old.rated,
    new.rate_sum - old.rate_sum)
  ON CONFLICT (user_id, day_at, queue_id, connection_id) DO UPDATE SET finished = finished + excluded.finished,
    support_ms = support_ms + excluded.support_ms, waited = waited + excluded.waited, wait_ms = wait_ms + excluded.wait_ms,
    responded = responded + excluded.responded, response_ms = response_ms + excluded.response_ms,
    rated = rated + excluded.rated, rate_sum = rate_sum + excluded.rate_sum;
  INSERT INTO four_week_metric
  VALUES (new.user_id, new.hour_at - new.hour_at % 2419200000, new.queue_id, new.connection_id,
    new.finished - old.finished, new.support_ms - old.support_ms, new.waited - old.waited, new.wait_ms - old.wait_ms,
    new.responded - old.responded, new.response_ms - old.response_ms, new.rated - old.rated,
    new.rate_sum - old.rate_sum)
  ON CONFLICT (user_id, span_at, queue_id, connection_id) DO UPDATE SET finished = finished + excluded.finished,
    support_ms = support_ms + excluded.support_ms, waited = waited + excluded.waited, wait_ms = wait_ms + excluded.wait_ms,
    responded = responded + excluded.responded, response_ms = response_ms + excluded.response_ms,
    rated = rated + excluded.rated, rate_sum = rate_sum + excluded.rate_sum;
END;
CREATE TRIGGER metric_span_delete AFTER DELETE ON hourly_metric
WHEN old.finished <> 0 OR old.support_ms <> 0 OR old.waited <> 0 OR old.wait_ms <> 0 OR old.responded <> 0
  OR old.response_ms <> 0 OR old.rated <> 0 OR old.rate_sum <> 0 BEGIN
  INSERT INTO daily_metric
  VALUES (old.user_id, old.hour_at - old.hour_at % 86400000, old.queue_id, old.connection_id,
    -old.finished, -old.support_ms, -old.waited, -old.wait_ms, -old.responded, -old.response_ms, -old.rated,
    -old.rate_sum)
  ON CONFLICT (user_id, day_at, queue_id, connection_id) DO UPDATE SET finished = finished + excluded.finished,
    support_ms = support_ms + excluded.support_ms, waited = waited + excluded.waited, wait_ms = wait_ms + excluded.wait_ms,
    responded = responded + excluded.responded, response_ms = response_ms + excluded.response_ms,
    rated = rated + excluded.rated, rate_sum = rate_sum + excluded.rate_sum;
  INSERT INTO four_week_metric
  VALUES (old.user_id, old.hour_at - old.hour_at % 2419200000, old.queue_id, old.connection_id,
    -old.finished, -old.support_ms, -old.waited, -old.wait_ms, -old.responded, -old.response_ms, -old.rated,
    -old.rate_sum)
  ON CONFLICT (user_id, span_at, queue_id, connection_id) DO UPDATE SET finished = finished + excluded.finished,
    support_ms = support_ms + excluded.support_ms, waited = waited + excluded.waited, wait_ms = wait_ms + excluded.wait_ms,
    responded = responded + excluded.responded, response_ms = response_ms + excluded.response_ms,
    rated = rated + excluded.rated, rate_sum = rate_sum + excluded.rate_sum;
END;

-- An attendance that changes writes the difference alone. Taking away what it added and adding it again wrote each hour twice.
DROP TRIGGER hourly_metric_tracking_before;
DROP TRIGGER hourly_metric_tracking_after;
CREATE TRIGGER hourly_metric_tracking_update AFTER UPDATE ON ticket_tracking
WHEN old.queue_id IS NOT new.queue_id OR old.connection_id <> new.connection_id OR old.user_id IS NOT new.user_id
  OR old.created_at <> new.created_at OR old.queued_at IS NOT new.queued_at OR old.started_at IS NOT new.started_at
  OR old.first_response_at IS NOT new.first_response_at OR old.finished_at IS NOT new.finished_at
BEGIN
  INSERT INTO metric_sum
  SELECT at - at % 3600000 AS hour_at, queue_id, connection_id, user_id, sum(attendances), sum(finished), sum(support_ms),
    sum(waited), sum(wait_ms), sum(responded), sum(response_ms), sum(rated), sum(rate_sum)
  FROM (
    SELECT at, queue_id, connection_id, user_id, attendances, finished, support_ms, waited, wait_ms, responded,
      response_ms, rated, rate_sum
    FROM metric_part WHERE tracking_id = new.id
    -- What it added before: the parts of the view, with the old values.
    UNION ALL
    SELECT old.created_at, coalesce(old.queue_id, 0), old.connection_id, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0
    FROM ticket t WHERE t.id = old.ticket_id AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
    UNION ALL
    SELECT old.finished_at, coalesce(old.queue_id, 0), old.connection_id, coalesce(old.user_id, 0),
      0, -1, old.started_at - old.finished_at, 0, 0, 0, 0, 0, 0
    FROM ticket t WHERE t.id = old.ticket_id AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
      AND old.finished_at IS NOT NULL AND old.started_at IS NOT NULL
    UNION ALL
    SELECT old.started_at, coalesce(old.queue_id, 0), old.connection_id, 0,
      0, 0, 0, -1, old.queued_at - old.started_at, 0, 0, 0, 0
    FROM ticket t WHERE t.id = old.ticket_id AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
      AND old.started_at IS NOT NULL AND old.queued_at IS NOT NULL
    UNION ALL
    SELECT old.first_response_at, coalesce(old.queue_id, 0), old.connection_id, 0,
      0, 0, 0, 0, 0, -1, old.queued_at - old.first_response_at, 0, 0
    FROM ticket t WHERE t.id = old.ticket_id AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
      AND old.first_response_at IS NOT NULL AND old.first_response_at >= old.queued_at
    UNION ALL
    SELECT g.created_at, coalesce(old.queue_id, 0), old.connection_id, g.user_id, 0, 0, 0, 0, 0, 0, 0, -1, -g.rate
    FROM user_rating g JOIN ticket t ON t.id = old.ticket_id AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
    WHERE g.tracking_id = old.id
  )
  GROUP BY 1, 2, 3, 4
  HAVING sum(attendances) <> 0 OR sum(finished) <> 0 OR sum(support_ms) <> 0 OR sum(waited) <> 0
    OR sum(wait_ms) <> 0 OR sum(responded) <> 0 OR sum(response_ms) <> 0 OR sum(rated) <> 0
    OR sum(rate_sum) <> 0;
END;

-- No statement reads it, and every change of a ticket wrote it.
DROP INDEX ticket_updated;
