-- Since when the ticket waits in its queue, and what the customer wrote last: for the order and the rows of the lists.
ALTER TABLE ticket ADD COLUMN pending_since INTEGER;
ALTER TABLE ticket ADD COLUMN last_customer_message TEXT;
ALTER TABLE ticket ADD COLUMN last_customer_message_id INTEGER;
ALTER TABLE ticket ADD COLUMN last_customer_message_type TEXT;
-- Order of the lists (src/tickets/lists/contract.ts): 0 = somebody waits for a person, 1 = a bot talks, or we wrote last.
ALTER TABLE ticket ADD COLUMN wait_rank INTEGER GENERATED ALWAYS AS (
  CASE status WHEN 'pending' THEN (chatbot = 1 OR use_integration = 1) WHEN 'open' THEN (waiting_since IS NULL) END
) VIRTUAL;
ALTER TABLE ticket ADD COLUMN waits_since INTEGER GENERATED ALWAYS AS (
  coalesce(waiting_since, pending_since, created_at)
) VIRTUAL;

UPDATE ticket SET pending_since = (
  SELECT coalesce(r.queued_at, r.created_at) FROM ticket_tracking r WHERE r.ticket_id = ticket.id AND r.finished_at IS NULL
) WHERE status = 'pending';
UPDATE ticket SET last_customer_message_id = (
  SELECT max(m.id) FROM message m WHERE m.ticket_id = ticket.id AND m.from_me = 0
) WHERE status <> 'closed';
UPDATE ticket SET
  last_customer_message = (
    SELECT CASE WHEN m.deleted_at IS NULL THEN substr(m.body, 1, 255) ELSE '' END
    FROM message m WHERE m.id = ticket.last_customer_message_id
  ),
  last_customer_message_type = (SELECT m.media_type FROM message m WHERE m.id = ticket.last_customer_message_id)
WHERE status <> 'closed' AND last_customer_message_id IS NOT NULL;

CREATE INDEX ticket_waiting ON ticket (status, wait_rank, waits_since, id, queue_id, user_id, user_distributed)
  WHERE status <> 'closed';

CREATE TRIGGER ticket_pending_since AFTER UPDATE OF status, queue_id ON ticket
WHEN new.status = 'pending' AND (old.status <> 'pending' OR old.queue_id IS NOT new.queue_id)
BEGIN
  UPDATE ticket SET pending_since = new.updated_at WHERE id = new.id;
END;
