-- One row of the report per attendance (docs/rules/reports.md#attendances).
ALTER TABLE ticket_period ADD COLUMN close_reason TEXT;
-- NULL = the product
ALTER TABLE ticket_period ADD COLUMN closed_by INTEGER;
-- counted when the attendance ends; NULL = not counted yet
ALTER TABLE ticket_period ADD COLUMN messages_in INTEGER;
ALTER TABLE ticket_period ADD COLUMN messages_out INTEGER;
ALTER TABLE ticket_period ADD COLUMN transfers INTEGER NOT NULL DEFAULT 0;
CREATE INDEX ticket_period_uncounted ON ticket_period (id) WHERE finished_at IS NOT NULL AND messages_in IS NULL;

-- Who had an attendance, and when; maintained by triggers.
CREATE TABLE attendance_user (
  id INTEGER PRIMARY KEY,
  period_id INTEGER NOT NULL REFERENCES ticket_period (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  -- NULL = has it now
  ended_at INTEGER
) STRICT;
CREATE INDEX attendance_user_period ON attendance_user (period_id, id);
CREATE INDEX attendance_user_user ON attendance_user (user_id, started_at);

-- Attendants of the past, from the history: each change of the attendant, and who had the ticket before the first one.
INSERT INTO attendance_user (period_id, user_id, started_at, ended_at)
WITH moved AS (
  SELECT e.id, e.at, json_extract(e.from_state, '$.userId') AS before, json_extract(e.to_state, '$.userId') AS after,
    (SELECT p.id FROM ticket_period p WHERE p.ticket_id = e.ticket_id AND p.created_at <= e.at
      ORDER BY p.id DESC LIMIT 1) AS period_id
  FROM ticket_event e WHERE json_type(e.to_state, '$.userId') IS NOT NULL
), spans AS (
  SELECT *, lead(at) OVER (PARTITION BY period_id ORDER BY id) AS next_at,
    row_number() OVER (PARTITION BY period_id ORDER BY id) AS place
  FROM moved WHERE period_id IS NOT NULL
), found AS (
  SELECT s.period_id, s.before AS user_id, p.created_at AS started_at, s.at AS ended_at
    FROM spans s JOIN ticket_period p ON p.id = s.period_id
    WHERE s.place = 1 AND s.before IS NOT NULL AND s.at > p.created_at
  UNION ALL
  SELECT s.period_id, s.after, s.at, coalesce(s.next_at, p.finished_at)
    FROM spans s JOIN ticket_period p ON p.id = s.period_id WHERE s.after IS NOT NULL
)
SELECT period_id, user_id, started_at, max(started_at, ended_at) FROM found ORDER BY period_id, started_at;
-- Attendances whose history does not name the last attendant: imported ones, and reopened ones.
INSERT INTO attendance_user (period_id, user_id, started_at, ended_at)
SELECT p.id, p.user_id, coalesce(p.started_at, p.created_at), p.finished_at FROM ticket_period p
WHERE p.user_id IS NOT NULL AND p.user_id IS NOT (SELECT a.user_id FROM attendance_user a
  WHERE a.period_id = p.id ORDER BY a.id DESC LIMIT 1);

-- How attendances of the past ended: the last one of a closed ticket as the ticket, earlier ones by the history.
UPDATE ticket_period SET
  close_reason = coalesce(
    (SELECT json_extract(e.to_state, '$.closeReason') FROM ticket_event e WHERE e.ticket_id = ticket_period.ticket_id
      AND e.kind IN ('closed', 'merged') AND e.at = ticket_period.finished_at ORDER BY e.id DESC LIMIT 1),
    (SELECT t.close_reason FROM ticket t WHERE t.id = ticket_period.ticket_id AND t.status = 'closed'
      AND NOT EXISTS (SELECT 1 FROM ticket_period o WHERE o.ticket_id = t.id AND o.id > ticket_period.id))),
  closed_by = coalesce(
    (SELECT e.user_id FROM ticket_event e WHERE e.ticket_id = ticket_period.ticket_id
      AND e.kind IN ('closed', 'merged') AND e.at = ticket_period.finished_at ORDER BY e.id DESC LIMIT 1),
    (SELECT t.closed_by FROM ticket t WHERE t.id = ticket_period.ticket_id AND t.status = 'closed'
      AND NOT EXISTS (SELECT 1 FROM ticket_period o WHERE o.ticket_id = t.id AND o.id > ticket_period.id)))
WHERE finished_at IS NOT NULL;
UPDATE ticket_period SET transfers = (SELECT count(*) FROM ticket_event e WHERE e.ticket_id = ticket_period.ticket_id
  AND e.kind IN ('transferred', 'taken_over') AND e.at >= ticket_period.created_at
  AND (ticket_period.finished_at IS NULL OR e.at <= ticket_period.finished_at))
WHERE EXISTS (SELECT 1 FROM ticket_event e WHERE e.ticket_id = ticket_period.ticket_id
  AND e.kind IN ('transferred', 'taken_over'));

CREATE TRIGGER attendance_user_begin AFTER INSERT ON ticket_period WHEN new.user_id IS NOT NULL BEGIN
  INSERT INTO attendance_user (period_id, user_id, started_at, ended_at)
  VALUES (new.id, new.user_id, coalesce(new.started_at, new.created_at), new.finished_at);
END;
-- A change of the attendant is stored with its time: as the start, or in the queue.
CREATE TRIGGER attendance_user_change AFTER UPDATE OF user_id ON ticket_period WHEN old.user_id IS NOT new.user_id BEGIN
  UPDATE attendance_user SET ended_at = max(started_at, coalesce(iif(new.user_id IS NULL, new.queued_at, new.started_at),
    started_at)) WHERE period_id = new.id AND ended_at IS NULL;
  INSERT INTO attendance_user (period_id, user_id, started_at, ended_at)
  SELECT new.id, new.user_id, coalesce(new.started_at, new.created_at), new.finished_at WHERE new.user_id IS NOT NULL;
END;
-- The undo of a close gives the attendance back to its last attendant.
CREATE TRIGGER attendance_user_end AFTER UPDATE OF finished_at ON ticket_period
WHEN old.finished_at IS NOT new.finished_at BEGIN
  UPDATE attendance_user SET ended_at = new.finished_at WHERE period_id = new.id AND ended_at IS old.finished_at
    AND (new.finished_at IS NOT NULL OR user_id IS new.user_id);
END;
CREATE TRIGGER attendance_transferred AFTER INSERT ON ticket_event WHEN new.kind IN ('transferred', 'taken_over') BEGIN
  UPDATE ticket_period SET transfers = transfers + 1 WHERE ticket_id = new.ticket_id AND finished_at IS NULL;
END;
