-- The sums of the dashboard are brought up to date when they are read, and after many changes. Until then this table keeps what each
-- changed attendance has added to them, one row however often it changes. Before, triggers wrote the sums of an hour, a day and four
-- weeks with every change, and each statement that changes an attendance was compiled with all of these triggers.
CREATE TABLE metric_change (
  tracking_id INTEGER PRIMARY KEY,
  -- 0 = it has added nothing so far
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

DROP TRIGGER hourly_metric_tracking_insert;
DROP TRIGGER hourly_metric_tracking_update;
DROP TRIGGER hourly_metric_tracking_delete;
DROP TRIGGER hourly_metric_rating_insert;
DROP TRIGGER hourly_metric_ticket_delete;
DROP TRIGGER metric_sum_add;
DROP TRIGGER metric_span_insert;
DROP TRIGGER metric_span_update;
DROP TRIGGER metric_span_delete;
DROP VIEW metric_sum;
-- Its text is in the program, which reads the same parts from metric_change.
DROP VIEW metric_part;

CREATE TRIGGER metric_tracking_insert AFTER INSERT ON ticket_tracking BEGIN
  INSERT INTO metric_change (tracking_id, counted)
  SELECT new.id, 0 FROM ticket WHERE id = new.ticket_id AND is_group = 0 AND origin NOT IN ('import', 'phone')
  ON CONFLICT (tracking_id) DO NOTHING;
END;
CREATE TRIGGER metric_tracking_update AFTER UPDATE ON ticket_tracking
WHEN old.queue_id IS NOT new.queue_id OR old.connection_id <> new.connection_id OR old.user_id IS NOT new.user_id
  OR old.created_at <> new.created_at OR old.queued_at IS NOT new.queued_at OR old.started_at IS NOT new.started_at
  OR old.first_response_at IS NOT new.first_response_at OR old.finished_at IS NOT new.finished_at
BEGIN
  INSERT INTO metric_change
  SELECT old.id, 1, old.queue_id, old.connection_id, old.user_id, old.created_at, old.queued_at, old.started_at,
    old.first_response_at, old.finished_at, g.user_id, g.created_at, g.rate
  FROM ticket t LEFT JOIN user_rating g ON g.tracking_id = old.id
  WHERE t.id = old.ticket_id AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
  ON CONFLICT (tracking_id) DO NOTHING;
END;
CREATE TRIGGER metric_tracking_delete BEFORE DELETE ON ticket_tracking BEGIN
  INSERT INTO metric_change
  SELECT old.id, 1, old.queue_id, old.connection_id, old.user_id, old.created_at, old.queued_at, old.started_at,
    old.first_response_at, old.finished_at, g.user_id, g.created_at, g.rate
  FROM ticket t LEFT JOIN user_rating g ON g.tracking_id = old.id
  WHERE t.id = old.ticket_id AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
  ON CONFLICT (tracking_id) DO NOTHING;
END;
-- A cascade would delete the attendances after their ticket, which decides whether they count.
CREATE TRIGGER metric_ticket_delete BEFORE DELETE ON ticket BEGIN
  DELETE FROM ticket_tracking WHERE ticket_id = old.id;
END;
-- A rating is given once and never changed; it is deleted with its attendance.
CREATE TRIGGER metric_rating_insert AFTER INSERT ON user_rating BEGIN
  INSERT INTO metric_change
  SELECT r.id, 1, r.queue_id, r.connection_id, r.user_id, r.created_at, r.queued_at, r.started_at, r.first_response_at,
    r.finished_at, NULL, NULL, NULL
  FROM ticket_tracking r JOIN ticket t ON t.id = r.ticket_id
  WHERE r.id = new.tracking_id AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
  ON CONFLICT (tracking_id) DO NOTHING;
END;
