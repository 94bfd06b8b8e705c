-- Every change of a ticket's status or attendant runs these triggers: they do less, and nothing where nothing follows.

-- A statement may set the time itself, which saves a second update of the row and its indexes.
DROP TRIGGER ticket_pending_since;
CREATE TRIGGER ticket_pending_since AFTER UPDATE OF status, queue_id ON ticket
WHEN new.status = 'pending' AND (old.status <> 'pending' OR old.queue_id IS NOT new.queue_id)
  AND new.pending_since IS NOT new.updated_at
BEGIN
  UPDATE ticket SET pending_since = new.updated_at WHERE id = new.id;
END;

-- One trigger for the marks that end with a move, instead of two.
DROP TRIGGER ticket_unmark;
DROP TRIGGER ticket_snooze_end;
CREATE TRIGGER ticket_moved AFTER UPDATE OF status, queue_id, user_id, connection_id ON ticket
WHEN (new.marked_unread = 1 OR old.snooze_mode IS NOT NULL OR old.woken_at IS NOT NULL)
  AND (old.status <> new.status OR old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id
    OR old.connection_id <> new.connection_id)
BEGIN
  UPDATE ticket SET marked_unread = 0
  WHERE id = new.id AND marked_unread = 1 AND (old.status <> new.status OR old.user_id IS NOT new.user_id);
  UPDATE ticket SET snooze_mode = NULL, snoozed_until = NULL, snoozed_by = NULL, asleep_since = NULL, woken_at = NULL,
    wake_reason = NULL, wake_return_at = NULL
  WHERE id = new.id AND (old.snooze_mode IS NOT NULL OR old.woken_at IS NOT NULL);
END;

-- Only the last span of an attendance is open, and only while the attendance has an attendant.
UPDATE attendance_user SET ended_at = max(started_at, coalesce(
    (SELECT n.started_at FROM attendance_user n WHERE n.period_id = attendance_user.period_id AND n.id > attendance_user.id
      ORDER BY n.id LIMIT 1),
    (SELECT p.queued_at FROM ticket_period p WHERE p.id = attendance_user.period_id), started_at))
WHERE ended_at IS NULL AND ((SELECT p.user_id FROM ticket_period p WHERE p.id = attendance_user.period_id) IS NULL
  OR EXISTS (SELECT 1 FROM attendance_user n WHERE n.period_id = attendance_user.period_id AND n.id > attendance_user.id));

-- So a change of the attendant reads no earlier span, and the first attendant reads none. Either trigger may run first.
DROP TRIGGER attendance_user_change;
CREATE TRIGGER attendance_user_lost AFTER UPDATE OF user_id ON ticket_period
WHEN old.user_id IS NOT NULL AND old.user_id IS NOT new.user_id BEGIN
  UPDATE attendance_user SET ended_at = max(started_at, coalesce(iif(new.user_id IS NULL, new.queued_at, new.started_at),
    started_at))
  WHERE id = (SELECT id FROM attendance_user WHERE period_id = new.id AND user_id = old.user_id ORDER BY id DESC LIMIT 1)
    AND ended_at IS NULL;
END;
CREATE TRIGGER attendance_user_gained AFTER UPDATE OF user_id ON ticket_period
WHEN new.user_id IS NOT NULL AND old.user_id IS NOT new.user_id BEGIN
  INSERT INTO attendance_user (period_id, user_id, started_at, ended_at)
  VALUES (new.id, new.user_id, coalesce(new.started_at, new.created_at), new.finished_at);
END;
-- The undo of a close gives the attendance back to its last attendant, not to an earlier span that ended in the same millisecond.
DROP TRIGGER attendance_user_end;
CREATE TRIGGER attendance_user_end AFTER UPDATE OF finished_at ON ticket_period
WHEN old.finished_at IS NOT new.finished_at BEGIN
  UPDATE attendance_user SET ended_at = new.finished_at WHERE period_id = new.id AND ended_at IS old.finished_at
    AND (new.finished_at IS NOT NULL OR (user_id IS new.user_id
      AND id = (SELECT max(id) FROM attendance_user WHERE period_id = new.id)));
END;

-- The statement that records a transfer counts it (src/inbox/tickets/history): the other events run no trigger.
DROP TRIGGER attendance_transferred;
