-- Tickets that a person keeps above the list; at most 10 each.
CREATE TABLE ticket_pin (
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  PRIMARY KEY (user_id, ticket_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ticket_pin_ticket ON ticket_pin (ticket_id);
CREATE TRIGGER ticket_unpin AFTER UPDATE OF status ON ticket WHEN new.status = 'closed' AND old.status <> 'closed'
BEGIN
  DELETE FROM ticket_pin WHERE ticket_id = new.id;
END;

-- The lists of open tickets also compare whether a ticket is asleep.
DROP INDEX ticket_waiting;
CREATE INDEX ticket_waiting ON ticket (status, priority, wait_rank, waits_since, id, queue_id, user_id, user_distributed,
  connection_id, asleep_since) WHERE status <> 'closed';
