-- The dashboard's figures (behaviour 26), kept by the hour while tickets live: reading a month never scans them.

-- What every attendance adds to the figures, and when: one row per thing that happened. The triggers, the rebuild and
-- reads that the totals do not answer (by tag, parts of an hour) all take it from here, so each formula stands once.
CREATE VIEW metric_part AS
SELECT r.id AS tracking_id, r.ticket_id, r.created_at AS at, coalesce(r.queue_id, 0) AS queue_id, r.connection_id,
  0 AS user_id, 1 AS attendances, 0 AS finished, 0 AS support_ms, 0 AS waited, 0 AS wait_ms, 0 AS responded,
  0 AS response_ms, 0 AS rated, 0 AS rate_sum
FROM ticket_tracking r JOIN ticket t ON t.id = r.ticket_id
WHERE t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
UNION ALL
SELECT r.id, r.ticket_id, r.finished_at, coalesce(r.queue_id, 0), r.connection_id,
  coalesce(r.user_id, 0), 0, 1, r.finished_at - r.started_at, 0, 0, 0, 0, 0, 0
FROM ticket_tracking r JOIN ticket t ON t.id = r.ticket_id
WHERE t.is_group = 0 AND t.origin NOT IN ('import', 'phone') AND r.finished_at IS NOT NULL AND r.started_at IS NOT NULL
UNION ALL
SELECT r.id, r.ticket_id, r.started_at, coalesce(r.queue_id, 0), r.connection_id,
  0, 0, 0, 0, 1, r.started_at - r.queued_at, 0, 0, 0, 0
FROM ticket_tracking r JOIN ticket t ON t.id = r.ticket_id
WHERE t.is_group = 0 AND t.origin NOT IN ('import', 'phone') AND r.started_at IS NOT NULL AND r.queued_at IS NOT NULL
UNION ALL
-- An answer given before the ticket came back into its queue tells nothing about that wait.
SELECT r.id, r.ticket_id, r.first_response_at, coalesce(r.queue_id, 0), r.connection_id,
  0, 0, 0, 0, 0, 0, 1, r.first_response_at - r.queued_at, 0, 0
FROM ticket_tracking r JOIN ticket t ON t.id = r.ticket_id
WHERE t.is_group = 0 AND t.origin NOT IN ('import', 'phone') AND r.first_response_at IS NOT NULL
  AND r.first_response_at >= r.queued_at
UNION ALL
SELECT r.id, r.ticket_id, g.created_at, coalesce(r.queue_id, 0), r.connection_id,
  g.user_id, 0, 0, 0, 0, 0, 0, 0, 1, g.rate
FROM user_rating g JOIN ticket_tracking r ON r.id = g.tracking_id JOIN ticket t ON t.id = r.ticket_id
WHERE t.is_group = 0 AND t.origin NOT IN ('import', 'phone');

-- Sums per hour (its first millisecond, UTC), queue and connection; user_id = the attendant of what was finished or
-- rated, everything else stands under 0. By user first: one person's year lies together.
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
INSERT INTO hourly_metric
SELECT user_id, at - at % 3600000 AS hour_at, queue_id, connection_id, sum(attendances), sum(finished), sum(support_ms),
  sum(waited), sum(wait_ms), sum(responded), sum(response_ms), sum(rated), sum(rate_sum)
FROM metric_part GROUP BY 1, 2, 3, 4;

-- Until when the nightly check has gone over the totals.
CREATE TABLE metric_check (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  checked_at INTEGER NOT NULL
) STRICT;

-- The one way into the sums: what is written here is added to its hour.
CREATE VIEW metric_sum AS
SELECT at, queue_id, connection_id, user_id, attendances, finished, support_ms, waited, wait_ms, responded, response_ms,
  rated, rate_sum
FROM metric_part;
CREATE TRIGGER metric_sum_add INSTEAD OF INSERT ON metric_sum BEGIN
  INSERT INTO hourly_metric
  VALUES (new.user_id, new.at - new.at % 3600000, new.queue_id, new.connection_id, new.attendances, new.finished,
    new.support_ms, new.waited, new.wait_ms, new.responded, new.response_ms, new.rated, new.rate_sum)
  ON CONFLICT (user_id, hour_at, queue_id, connection_id) DO UPDATE SET attendances = attendances + excluded.attendances,
    finished = finished + excluded.finished, support_ms = support_ms + excluded.support_ms,
    waited = waited + excluded.waited, wait_ms = wait_ms + excluded.wait_ms,
    responded = responded + excluded.responded, response_ms = response_ms + excluded.response_ms,
    rated = rated + excluded.rated, rate_sum = rate_sum + excluded.rate_sum;
END;
CREATE TRIGGER hourly_metric_tracking_insert AFTER INSERT ON ticket_tracking BEGIN
  INSERT INTO metric_sum
  SELECT at, queue_id, connection_id, user_id, attendances, finished, support_ms, waited, wait_ms, responded,
    response_ms, rated, rate_sum
  FROM metric_part WHERE tracking_id = new.id;
END;
-- An attendance that changes: what it added goes, then what it adds now comes.
CREATE TRIGGER hourly_metric_tracking_before BEFORE UPDATE ON ticket_tracking
WHEN old.queue_id IS NOT new.queue_id OR old.connection_id <> new.connection_id OR old.user_id IS NOT new.user_id
  OR old.created_at <> new.created_at OR old.queued_at IS NOT new.queued_at OR old.started_at IS NOT new.started_at
  OR old.first_response_at IS NOT new.first_response_at OR old.finished_at IS NOT new.finished_at
BEGIN
  INSERT INTO metric_sum
  SELECT at, queue_id, connection_id, user_id, -attendances, -finished, -support_ms, -waited, -wait_ms,
    -responded, -response_ms, -rated, -rate_sum
  FROM metric_part WHERE tracking_id = old.id;
END;
CREATE TRIGGER hourly_metric_tracking_after AFTER UPDATE ON ticket_tracking
WHEN old.queue_id IS NOT new.queue_id OR old.connection_id <> new.connection_id OR old.user_id IS NOT new.user_id
  OR old.created_at <> new.created_at OR old.queued_at IS NOT new.queued_at OR old.started_at IS NOT new.started_at
  OR old.first_response_at IS NOT new.first_response_at OR old.finished_at IS NOT new.finished_at
BEGIN
  INSERT INTO metric_sum
  SELECT at, queue_id, connection_id, user_id, attendances, finished, support_ms, waited, wait_ms, responded,
    response_ms, rated, rate_sum
  FROM metric_part WHERE tracking_id = new.id;
END;
CREATE TRIGGER hourly_metric_tracking_delete BEFORE DELETE ON ticket_tracking BEGIN
  INSERT INTO metric_sum
  SELECT at, queue_id, connection_id, user_id, -attendances, -finished, -support_ms, -waited, -wait_ms,
    -responded, -response_ms, -rated, -rate_sum
  FROM metric_part WHERE tracking_id = old.id;
END;
-- A cascade would take the attendances after their ticket, which says whether they count.
CREATE TRIGGER hourly_metric_ticket_delete BEFORE DELETE ON ticket BEGIN
  DELETE FROM ticket_tracking WHERE ticket_id = old.id;
END;

-- A rating is given once and never changed; it goes with its attendance, which takes it out of the sums itself.
CREATE TRIGGER hourly_metric_rating_insert AFTER INSERT ON user_rating BEGIN
  INSERT INTO metric_sum
  SELECT at, queue_id, connection_id, user_id, attendances, finished, support_ms, waited, wait_ms, responded,
    response_ms, rated, rate_sum
  FROM metric_part WHERE tracking_id = new.tracking_id AND rated = 1;
END;

CREATE INDEX ticket_tracking_created ON ticket_tracking (created_at);
CREATE INDEX ticket_tracking_started ON ticket_tracking (started_at) WHERE started_at IS NOT NULL;
CREATE INDEX ticket_tracking_responded ON ticket_tracking (first_response_at) WHERE first_response_at IS NOT NULL;
-- What is pending or open right now and counts.
CREATE INDEX ticket_counted ON ticket (status, queue_id, connection_id)
  WHERE status <> 'closed' AND is_group = 0 AND origin NOT IN ('import', 'phone');

-- Contacts that wrote to us, with the time they became contacts.
CREATE TABLE lead (
  contact_id INTEGER PRIMARY KEY REFERENCES contact (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX lead_created ON lead (created_at);
INSERT INTO lead (contact_id, created_at)
SELECT c.id, c.created_at FROM contact c WHERE EXISTS (SELECT 1 FROM ticket t WHERE t.contact_id = c.id
  AND t.last_customer_message_at IS NOT NULL AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone'));
CREATE TRIGGER lead_ticket_insert AFTER INSERT ON ticket
WHEN new.last_customer_message_at IS NOT NULL AND new.is_group = 0 AND new.origin NOT IN ('import', 'phone') BEGIN
  INSERT OR IGNORE INTO lead (contact_id, created_at) SELECT id, created_at FROM contact WHERE id = new.contact_id;
END;
CREATE TRIGGER lead_ticket_update AFTER UPDATE OF last_customer_message_at, contact_id ON ticket
WHEN (old.last_customer_message_at IS NULL) <> (new.last_customer_message_at IS NULL) OR old.contact_id <> new.contact_id
BEGIN
  DELETE FROM lead WHERE contact_id IN (old.contact_id, new.contact_id);
  INSERT INTO lead (contact_id, created_at)
  SELECT c.id, c.created_at FROM contact c WHERE c.id IN (old.contact_id, new.contact_id)
    AND EXISTS (SELECT 1 FROM ticket t WHERE t.contact_id = c.id AND t.last_customer_message_at IS NOT NULL
      AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone'));
END;
CREATE TRIGGER lead_ticket_delete AFTER DELETE ON ticket WHEN old.last_customer_message_at IS NOT NULL BEGIN
  DELETE FROM lead WHERE contact_id = old.contact_id AND NOT EXISTS (SELECT 1 FROM ticket t
    WHERE t.contact_id = old.contact_id AND t.last_customer_message_at IS NOT NULL AND t.is_group = 0
      AND t.origin NOT IN ('import', 'phone'));
END;
