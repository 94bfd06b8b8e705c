-- The same sums by four weeks, without the hours: what lies whole within a long period is read from here.
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
INSERT INTO four_week_metric
SELECT user_id, hour_at - hour_at % 2419200000 AS span_at, queue_id, connection_id, sum(finished), sum(support_ms),
  sum(waited), sum(wait_ms), sum(responded), sum(response_ms), sum(rated), sum(rate_sum)
FROM hourly_metric GROUP BY 1, 2, 3, 4;
-- Whatever an hour gains or loses, its four weeks do; also when the hours are made anew.
CREATE TRIGGER four_week_metric_insert AFTER INSERT ON hourly_metric BEGIN
  INSERT INTO four_week_metric
  VALUES (new.user_id, new.hour_at - new.hour_at % 2419200000, new.queue_id, new.connection_id, new.finished,
    new.support_ms, new.waited, new.wait_ms, new.responded, new.response_ms, new.rated, new.rate_sum)
  ON CONFLICT (user_id, span_at, queue_id, connection_id) DO UPDATE SET finished = finished + excluded.finished,
    support_ms = support_ms + excluded.support_ms, waited = waited + excluded.waited,
    wait_ms = wait_ms + excluded.wait_ms, responded = responded + excluded.responded,
    response_ms = response_ms + excluded.response_ms, rated = rated + excluded.rated,
    rate_sum = rate_sum + excluded.rate_sum;
END;
CREATE TRIGGER four_week_metric_update AFTER UPDATE ON hourly_metric BEGIN
  UPDATE four_week_metric SET finished = finished + new.finished - old.finished,
    support_ms = support_ms + new.support_ms - old.support_ms, waited = waited + new.waited - old.waited,
    wait_ms = wait_ms + new.wait_ms - old.wait_ms, responded = responded + new.responded - old.responded,
    response_ms = response_ms + new.response_ms - old.response_ms, rated = rated + new.rated - old.rated,
    rate_sum = rate_sum + new.rate_sum - old.rate_sum
  WHERE user_id = new.user_id AND span_at = new.hour_at - new.hour_at % 2419200000 AND queue_id = new.queue_id
    AND connection_id = new.connection_id;
END;
CREATE TRIGGER four_week_metric_delete AFTER DELETE ON hourly_metric BEGIN
  UPDATE four_week_metric SET finished = finished - old.finished, support_ms = support_ms - old.support_ms,
    waited = waited - old.waited, wait_ms = wait_ms - old.wait_ms, responded = responded - old.responded,
    response_ms = response_ms - old.response_ms, rated = rated - old.rated, rate_sum = rate_sum - old.rate_sum
  WHERE user_id = old.user_id AND span_at = old.hour_at - old.hour_at % 2419200000 AND queue_id = old.queue_id
    AND connection_id = old.connection_id;
END;

-- Who became a customer in a queue or on a connection: asked once per contact of the period.
CREATE INDEX ticket_of_contact ON ticket (contact_id, queue_id, connection_id)
  WHERE is_group = 0 AND origin NOT IN ('import', 'phone');
