-- Snoozed tickets: docs/rules/tickets.md#snooze. Nothing is snoozed before.
-- time, reply, either; null = not snoozed
ALTER TABLE ticket ADD COLUMN snooze_mode TEXT;
ALTER TABLE ticket ADD COLUMN snoozed_until INTEGER;
ALTER TABLE ticket ADD COLUMN snoozed_by INTEGER;
-- since when the ticket is asleep; null = awake, also while a snooze until a time waits for an answer
ALTER TABLE ticket ADD COLUMN asleep_since INTEGER;
-- the last waking, until a person of the company writes; reason: time, reply, person
ALTER TABLE ticket ADD COLUMN woken_at INTEGER;
ALTER TABLE ticket ADD COLUMN wake_reason TEXT;
-- when a woken ticket is returned to its queue if its attendant is still absent
ALTER TABLE ticket ADD COLUMN wake_return_at INTEGER;
ALTER TABLE ticket_period ADD COLUMN snoozed_ms INTEGER NOT NULL DEFAULT 0;

CREATE INDEX ticket_snoozed ON ticket (snoozed_until, id) WHERE snooze_mode IS NOT NULL;
CREATE INDEX ticket_wake_return ON ticket (wake_return_at) WHERE wake_return_at IS NOT NULL;
DROP INDEX ticket_idle;
CREATE INDEX ticket_idle ON ticket (connection_id, last_message_at)
  WHERE status = 'open' AND is_group = 0 AND last_message_from_me = 1 AND asleep_since IS NULL;

CREATE TRIGGER ticket_snooze_end AFTER UPDATE OF status, queue_id, user_id, connection_id ON ticket
WHEN (old.snooze_mode IS NOT NULL OR old.woken_at IS NOT NULL)
  AND (old.status <> new.status OR old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id
    OR old.connection_id <> new.connection_id)
BEGIN
  UPDATE ticket SET snooze_mode = NULL, snoozed_until = NULL, snoozed_by = NULL, asleep_since = NULL, woken_at = NULL,
    wake_reason = NULL, wake_return_at = NULL WHERE id = new.id;
END;

CREATE TRIGGER ticket_slept AFTER UPDATE OF asleep_since ON ticket
WHEN old.asleep_since IS NOT NULL AND new.asleep_since IS NULL
BEGIN
  UPDATE ticket_period SET snoozed_ms = snoozed_ms + max(0, new.updated_at - old.asleep_since)
  WHERE ticket_id = new.id AND finished_at IS NULL;
END;

-- `asleep` is a part of `tickets`; `unread` no longer counts tickets that are asleep. Both directions are sums, because the
-- triggers above change a ticket between the two statements of a change.
ALTER TABLE ticket_count ADD COLUMN asleep INTEGER NOT NULL DEFAULT 0;
DROP TRIGGER ticket_count_delete;
DROP TRIGGER ticket_count_insert;
DROP TRIGGER ticket_count_update;
CREATE TRIGGER ticket_count_delete AFTER DELETE ON ticket BEGIN
  UPDATE ticket_count SET tickets = tickets - 1, asleep = asleep - (old.asleep_since IS NOT NULL),
    unread = unread - ((old.unread_messages > 0 OR old.marked_unread = 1) AND old.asleep_since IS NULL)
  WHERE status = old.status AND queue_id = coalesce(old.queue_id, 0)
    AND holder_id = coalesce(old.user_id, old.user_distributed, 0);
END;
CREATE TRIGGER ticket_count_insert AFTER INSERT ON ticket BEGIN
  INSERT INTO ticket_count (status, queue_id, holder_id, tickets, unread, asleep)
  VALUES (new.status, coalesce(new.queue_id, 0), coalesce(new.user_id, new.user_distributed, 0), 1,
    (new.unread_messages > 0 OR new.marked_unread = 1) AND new.asleep_since IS NULL, new.asleep_since IS NOT NULL)
  ON CONFLICT (status, queue_id, holder_id) DO UPDATE SET tickets = tickets + 1, unread = unread + excluded.unread,
    asleep = asleep + excluded.asleep;
END;
CREATE TRIGGER ticket_count_update
AFTER UPDATE OF status, queue_id, user_id, user_distributed, unread_messages, marked_unread, asleep_since ON ticket
WHEN old.status <> new.status OR old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id
  OR old.user_distributed IS NOT new.user_distributed OR (old.unread_messages > 0 OR old.marked_unread = 1) <> (new.unread_messages > 0 OR new.marked_unread = 1)
  OR (old.asleep_since IS NULL) <> (new.asleep_since IS NULL)
BEGIN
  INSERT INTO ticket_count (status, queue_id, holder_id, tickets, unread, asleep)
  VALUES (old.status, coalesce(old.queue_id, 0), coalesce(old.user_id, old.user_distributed, 0), -1,
    -((old.unread_messages > 0 OR old.marked_unread = 1) AND old.asleep_since IS NULL), -(old.asleep_since IS NOT NULL))
  ON CONFLICT (status, queue_id, holder_id) DO UPDATE SET tickets = tickets - 1, unread = unread + excluded.unread,
    asleep = asleep + excluded.asleep;
  INSERT INTO ticket_count (status, queue_id, holder_id, tickets, unread, asleep)
  VALUES (new.status, coalesce(new.queue_id, 0), coalesce(new.user_id, new.user_distributed, 0), 1,
    (new.unread_messages > 0 OR new.marked_unread = 1) AND new.asleep_since IS NULL, new.asleep_since IS NOT NULL)
  ON CONFLICT (status, queue_id, holder_id) DO UPDATE SET tickets = tickets + 1, unread = unread + excluded.unread,
    asleep = asleep + excluded.asleep;
END;
