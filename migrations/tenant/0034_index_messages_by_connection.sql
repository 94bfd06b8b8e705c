-- A page of a conversation reads the messages of one contact on one connection, newest first. The ticket is part of the
-- index so that counts and the filter by readable tickets never touch the rows.
DROP INDEX message_timeline;
CREATE INDEX message_timeline ON message (contact_id, connection_id, id, ticket_id);
