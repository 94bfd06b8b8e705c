-- Priority of a ticket (1 low, 2 normal, 3 high, 4 urgent), and the attendant's own mark "unread".
ALTER TABLE ticket ADD COLUMN priority INTEGER NOT NULL DEFAULT 2;
ALTER TABLE ticket ADD COLUMN marked_unread INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ticket ADD COLUMN has_unread INTEGER GENERATED ALWAYS AS (unread_messages > 0 OR marked_unread = 1) VIRTUAL;

-- Serves every order of the waiting and open lists, and has all columns that their filters compare.
DROP INDEX ticket_waiting;
CREATE INDEX ticket_waiting ON ticket (status, priority, wait_rank, waits_since, id, queue_id, user_id, user_distributed,
  connection_id) WHERE status <> 'closed';

-- A marked ticket counts as unread.
DROP TRIGGER ticket_count_insert;
DROP TRIGGER ticket_count_update;
DROP TRIGGER ticket_count_delete;
CREATE TRIGGER ticket_count_insert AFTER INSERT ON ticket BEGIN
  INSERT INTO ticket_count (status, queue_id, holder_id, tickets, unread)
  VALUES (new.status, coalesce(new.queue_id, 0), coalesce(new.user_id, new.user_distributed, 0), 1,
    new.unread_messages > 0 OR new.marked_unread = 1)
  ON CONFLICT (status, queue_id, holder_id) DO UPDATE SET tickets = tickets + 1, unread = unread + excluded.unread;
END;
CREATE TRIGGER ticket_count_update
AFTER UPDATE OF status, queue_id, user_id, user_distributed, unread_messages, marked_unread ON ticket
WHEN old.status <> new.status OR old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id
  OR old.user_distributed IS NOT new.user_distributed
  OR (old.unread_messages > 0 OR old.marked_unread = 1) <> (new.unread_messages > 0 OR new.marked_unread = 1)
BEGIN
  UPDATE ticket_count SET tickets = tickets - 1, unread = unread - (old.unread_messages > 0 OR old.marked_unread = 1)
  WHERE status = old.status AND queue_id = coalesce(old.queue_id, 0)
    AND holder_id = coalesce(old.user_id, old.user_distributed, 0);
  INSERT INTO ticket_count (status, queue_id, holder_id, tickets, unread)
  VALUES (new.status, coalesce(new.queue_id, 0), coalesce(new.user_id, new.user_distributed, 0), 1,
    new.unread_messages > 0 OR new.marked_unread = 1)
  ON CONFLICT (status, queue_id, holder_id) DO UPDATE SET tickets = tickets + 1, unread = unread + excluded.unread;
END;
CREATE TRIGGER ticket_count_delete AFTER DELETE ON ticket BEGIN
  UPDATE ticket_count SET tickets = tickets - 1, unread = unread - (old.unread_messages > 0 OR old.marked_unread = 1)
  WHERE status = old.status AND queue_id = coalesce(old.queue_id, 0)
    AND holder_id = coalesce(old.user_id, old.user_distributed, 0);
END;
-- The mark belongs to the attendant of an open ticket: it ends with every change of them.
CREATE TRIGGER ticket_unmark AFTER UPDATE OF status, user_id ON ticket
WHEN new.marked_unread = 1 AND (old.status <> new.status OR old.user_id IS NOT new.user_id)
BEGIN
  UPDATE ticket SET marked_unread = 0 WHERE id = new.id;
END;
