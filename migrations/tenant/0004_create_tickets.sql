-- tickets ---------------------------------------------------------------------------------------------

CREATE TABLE ticket (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('pending', 'open', 'closed')),
  contact_id INTEGER NOT NULL REFERENCES contact (id),
  connection_id INTEGER NOT NULL REFERENCES connection (id),
  queue_id INTEGER REFERENCES queue (id) ON DELETE SET NULL,
  user_id INTEGER REFERENCES user (id),
  user_distributed INTEGER,
  distributed_at INTEGER,
  channel TEXT NOT NULL DEFAULT 'whatsapp',
  is_group INTEGER NOT NULL DEFAULT 0,
  protocol TEXT NOT NULL UNIQUE,
  -- contact, user, phone, import, api, schedule, campaign
  origin TEXT NOT NULL DEFAULT 'contact',
  chatbot INTEGER NOT NULL DEFAULT 0,
  use_integration INTEGER NOT NULL DEFAULT 0,
  prompt_id INTEGER,
  integration_id INTEGER,
  queue_option_id INTEGER,
  option_tries INTEGER NOT NULL DEFAULT 0,
  bot_menus_sent INTEGER NOT NULL DEFAULT 0,
  greeted_at INTEGER,
  out_of_hours_at INTEGER,
  unread_messages INTEGER NOT NULL DEFAULT 0,
  last_message TEXT NOT NULL DEFAULT '',
  last_message_id INTEGER,
  last_message_from_me INTEGER NOT NULL DEFAULT 0,
  last_message_type TEXT,
  last_message_at INTEGER,
  last_customer_message_at INTEGER,
  -- since when the customer waits for a person; null = the customer does not wait
  waiting_since INTEGER,
  close_reason TEXT,
  closed_at INTEGER,
  closed_by INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  bot_ended_at INTEGER,
  last_bot_at INTEGER,
  bot_off INTEGER NOT NULL DEFAULT 0,
  close_settles_at INTEGER,
  close_undo TEXT,
  pending_since INTEGER,
  last_customer_message TEXT,
  last_customer_message_id INTEGER,
  last_customer_message_type TEXT,
  wait_rank INTEGER GENERATED ALWAYS AS (
  CASE status WHEN 'pending' THEN (chatbot = 1 OR use_integration = 1) WHEN 'open' THEN (waiting_since IS NULL) END
) VIRTUAL,
  waits_since INTEGER GENERATED ALWAYS AS (
  coalesce(waiting_since, pending_since, created_at)
) VIRTUAL
) STRICT;

CREATE INDEX ticket_close_settles ON ticket (close_settles_at) WHERE close_settles_at IS NOT NULL;

CREATE INDEX ticket_contact ON ticket (contact_id, id);

-- Pending and open tickets that count in the dashboard.
CREATE INDEX ticket_counted ON ticket (status, queue_id, connection_id)
  WHERE status <> 'closed' AND is_group = 0 AND origin NOT IN ('import', 'phone');

CREATE INDEX ticket_created ON ticket (created_at);

CREATE INDEX ticket_distributed ON ticket (distributed_at) WHERE status = 'pending' AND user_distributed IS NOT NULL;

CREATE INDEX ticket_idle ON ticket (connection_id, last_message_at)
  WHERE status = 'open' AND is_group = 0 AND last_message_from_me = 1;

CREATE INDEX ticket_integration ON ticket (integration_id) WHERE integration_id IS NOT NULL;

CREATE INDEX ticket_list ON ticket (status, updated_at DESC, id DESC);

CREATE INDEX ticket_list_queue ON ticket (queue_id, status, updated_at DESC, id DESC);

CREATE INDEX ticket_list_user ON ticket (user_id, status, updated_at DESC, id DESC);

CREATE INDEX ticket_newest_closed ON ticket (connection_id, contact_id, closed_at) WHERE status = 'closed';

-- First tickets of a contact by queue and connection: read once per contact of a dashboard period.
CREATE INDEX ticket_of_contact ON ticket (contact_id, queue_id, connection_id)
  WHERE is_group = 0 AND origin NOT IN ('import', 'phone');

-- A contact has one pending or open ticket per connection (docs/rules/tickets.md#find-or-create).
CREATE UNIQUE INDEX ticket_one_open ON ticket (connection_id, contact_id) WHERE status <> 'closed';

CREATE INDEX ticket_unqueued ON ticket (connection_id) WHERE status = 'pending' AND queue_id IS NULL AND user_id IS NULL;

CREATE INDEX ticket_waiting ON ticket (status, wait_rank, waits_since, id, queue_id, user_id, user_distributed)
  WHERE status <> 'closed';

-- Number of tickets by status, queue (0 = none) and holder (the attendant, or the attendant a pending ticket is
-- offered to; 0 = none), so that counts never scan the tickets.
CREATE TABLE ticket_count (
  status TEXT NOT NULL,
  queue_id INTEGER NOT NULL,
  holder_id INTEGER NOT NULL,
  tickets INTEGER NOT NULL,
  -- tickets with unread messages
  unread INTEGER NOT NULL,
  PRIMARY KEY (status, queue_id, holder_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE protocol_counter (day TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE ticket_tag (
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  PRIMARY KEY (ticket_id, tag_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX ticket_tag_tag ON ticket_tag (tag_id, ticket_id);

-- One row per period of a ticket: from its creation or reopening to its closing (docs/rules/tickets.md#tracking).
CREATE TABLE ticket_period (
  id INTEGER PRIMARY KEY,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  user_id INTEGER,
  queue_id INTEGER,
  connection_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  queued_at INTEGER,
  chatbot_at INTEGER,
  started_at INTEGER,
  first_response_at INTEGER,
  rating_at INTEGER,
  rated INTEGER NOT NULL DEFAULT 0,
  finished_at INTEGER,
  rating_hints INTEGER NOT NULL DEFAULT 0,
  rating_ended_at INTEGER
) STRICT;

CREATE INDEX ticket_period_created ON ticket_period (created_at);

CREATE INDEX ticket_period_finished ON ticket_period (finished_at) WHERE finished_at IS NOT NULL;

CREATE INDEX ticket_period_rating ON ticket_period (rating_at) WHERE rating_at IS NOT NULL AND rating_ended_at IS NULL;

CREATE INDEX ticket_period_responded ON ticket_period (first_response_at) WHERE first_response_at IS NOT NULL;

CREATE UNIQUE INDEX ticket_period_running ON ticket_period (ticket_id) WHERE finished_at IS NULL;

CREATE INDEX ticket_period_started ON ticket_period (started_at) WHERE started_at IS NOT NULL;

CREATE INDEX ticket_period_ticket ON ticket_period (ticket_id, id);

CREATE TABLE ticket_event (
  id INTEGER PRIMARY KEY,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  user_id INTEGER,
  from_state TEXT NOT NULL DEFAULT '{}',
  to_state TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE INDEX ticket_event_ticket ON ticket_event (ticket_id, id);

CREATE TABLE ticket_note (
  id INTEGER PRIMARY KEY,
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL,
  user_id INTEGER,
  note TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX ticket_note_contact ON ticket_note (contact_id, id);

CREATE INDEX ticket_note_ticket ON ticket_note (ticket_id, id);

-- triggers ------------------------------------------------------------------------------------------

CREATE TRIGGER lead_ticket_delete AFTER DELETE ON ticket WHEN old.last_customer_message_at IS NOT NULL BEGIN
  DELETE FROM lead WHERE contact_id = old.contact_id AND NOT EXISTS (SELECT 1 FROM ticket t
    WHERE t.contact_id = old.contact_id AND t.last_customer_message_at IS NOT NULL AND t.is_group = 0
      AND t.origin NOT IN ('import', 'phone'));
END;

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

-- A cascade would delete the periods after their ticket, and the ticket decides whether they count.
CREATE TRIGGER metric_ticket_delete BEFORE DELETE ON ticket BEGIN
  DELETE FROM ticket_period WHERE ticket_id = old.id;
END;

CREATE TRIGGER ticket_count_delete AFTER DELETE ON ticket BEGIN
  UPDATE ticket_count SET tickets = tickets - 1, unread = unread - (old.unread_messages > 0)
  WHERE status = old.status AND queue_id = coalesce(old.queue_id, 0)
    AND holder_id = coalesce(old.user_id, old.user_distributed, 0);
END;

CREATE TRIGGER ticket_count_insert AFTER INSERT ON ticket BEGIN
  INSERT INTO ticket_count (status, queue_id, holder_id, tickets, unread)
  VALUES (new.status, coalesce(new.queue_id, 0), coalesce(new.user_id, new.user_distributed, 0), 1, new.unread_messages > 0)
  ON CONFLICT (status, queue_id, holder_id) DO UPDATE SET tickets = tickets + 1, unread = unread + excluded.unread;
END;

CREATE TRIGGER ticket_count_update AFTER UPDATE OF status, queue_id, user_id, user_distributed, unread_messages ON ticket
WHEN old.status <> new.status OR old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id
  OR old.user_distributed IS NOT new.user_distributed OR (old.unread_messages > 0) <> (new.unread_messages > 0)
BEGIN
  UPDATE ticket_count SET tickets = tickets - 1, unread = unread - (old.unread_messages > 0)
  WHERE status = old.status AND queue_id = coalesce(old.queue_id, 0)
    AND holder_id = coalesce(old.user_id, old.user_distributed, 0);
  INSERT INTO ticket_count (status, queue_id, holder_id, tickets, unread)
  VALUES (new.status, coalesce(new.queue_id, 0), coalesce(new.user_id, new.user_distributed, 0), 1, new.unread_messages > 0)
  ON CONFLICT (status, queue_id, holder_id) DO UPDATE SET tickets = tickets + 1, unread = unread + excluded.unread;
END;

CREATE TRIGGER ticket_pending_since AFTER UPDATE OF status, queue_id ON ticket
WHEN new.status = 'pending' AND (old.status <> 'pending' OR old.queue_id IS NOT new.queue_id)
BEGIN
  UPDATE ticket SET pending_since = new.updated_at WHERE id = new.id;
END;

CREATE TRIGGER metric_period_delete BEFORE DELETE ON ticket_period BEGIN
  INSERT INTO metric_change
  SELECT old.id, 1, old.queue_id, old.connection_id, old.user_id, old.created_at, old.queued_at, old.started_at,
    old.first_response_at, old.finished_at, g.user_id, g.created_at, g.rate
  FROM ticket t LEFT JOIN user_rating g ON g.period_id = old.id
  WHERE t.id = old.ticket_id AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
  ON CONFLICT (period_id) DO NOTHING;
END;

CREATE TRIGGER metric_period_insert AFTER INSERT ON ticket_period BEGIN
  INSERT INTO metric_change (period_id, counted)
  SELECT new.id, 0 FROM ticket WHERE id = new.ticket_id AND is_group = 0 AND origin NOT IN ('import', 'phone')
  ON CONFLICT (period_id) DO NOTHING;
END;

CREATE TRIGGER metric_period_update AFTER UPDATE ON ticket_period
WHEN old.queue_id IS NOT new.queue_id OR old.connection_id <> new.connection_id OR old.user_id IS NOT new.user_id
  OR old.created_at <> new.created_at OR old.queued_at IS NOT new.queued_at OR old.started_at IS NOT new.started_at
  OR old.first_response_at IS NOT new.first_response_at OR old.finished_at IS NOT new.finished_at
BEGIN
  INSERT INTO metric_change
  SELECT old.id, 1, old.queue_id, old.connection_id, old.user_id, old.created_at, old.queued_at, old.started_at,
    old.first_response_at, old.finished_at, g.user_id, g.created_at, g.rate
  FROM ticket t LEFT JOIN user_rating g ON g.period_id = old.id
  WHERE t.id = old.ticket_id AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
  ON CONFLICT (period_id) DO NOTHING;
END;
