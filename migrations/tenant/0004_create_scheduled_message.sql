-- Messages to be sent at a time (behaviour 15).
CREATE TABLE scheduled_message (
  -- never given twice: the outbox knows what was sent by it
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  body TEXT NOT NULL,
  contact_id INTEGER NOT NULL REFERENCES contact (id),
  send_at INTEGER NOT NULL,
  -- author
  user_id INTEGER NOT NULL,
  -- null = the company's default at sending
  connection_id INTEGER,
  media_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL,
  -- PENDENTE, AGENDADA (claimed), ENVIADA, ERRO
  status TEXT NOT NULL DEFAULT 'PENDENTE',
  sent_at INTEGER,
  error TEXT,
  -- none, daily, weekly, monthly
  recurrence TEXT NOT NULL DEFAULT 'none',
  -- wall clock of the first of its series, YYYY-MM-DD HH:mm:ss: the 31st comes back behind February
  series_start TEXT NOT NULL,
  late_limit_hours INTEGER NOT NULL DEFAULT 12,
  claimed_at INTEGER,
  outbox_id INTEGER,
  -- where it was written
  ticket_id INTEGER REFERENCES ticket (id) ON DELETE SET NULL,
  -- the row that carries the series on
  next_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX scheduled_message_waiting ON scheduled_message (send_at, id) WHERE status = 'PENDENTE';
CREATE INDEX scheduled_message_claimed ON scheduled_message (send_at, id) WHERE status = 'AGENDADA';
CREATE INDEX scheduled_message_status ON scheduled_message (status, send_at, id);
CREATE INDEX scheduled_message_time ON scheduled_message (send_at, id);
CREATE INDEX scheduled_message_user ON scheduled_message (user_id, send_at, id);
CREATE INDEX scheduled_message_contact ON scheduled_message (contact_id, send_at, id);
CREATE INDEX scheduled_message_outbox ON scheduled_message (outbox_id) WHERE outbox_id IS NOT NULL;
CREATE INDEX scheduled_message_ticket ON scheduled_message (ticket_id) WHERE ticket_id IS NOT NULL;
CREATE INDEX scheduled_message_media ON scheduled_message (media_id) WHERE media_id IS NOT NULL;
