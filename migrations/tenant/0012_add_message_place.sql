-- The order of a conversation (docs/rules/reconciliation.md#place). A message found later gets an explicit place between
-- its neighbours; every other message has the place of its id, which costs no write.
ALTER TABLE message ADD COLUMN explicit_place INTEGER;

-- When reconciliation fetched the message; null = received as usual.
ALTER TABLE message ADD COLUMN filled_at INTEGER;

ALTER TABLE message ADD COLUMN place INTEGER NOT NULL GENERATED ALWAYS AS (coalesce(explicit_place, id * 65536)) VIRTUAL;

DROP INDEX message_ticket;

CREATE INDEX message_ticket ON message (ticket_id, place);

DROP INDEX message_timeline;

CREATE INDEX message_timeline ON message (contact_id, connection_id, place, ticket_id);

-- The search reads these messages apart, because the full-text index is ordered by id.
CREATE INDEX message_explicit_place ON message (explicit_place) WHERE explicit_place IS NOT NULL;
