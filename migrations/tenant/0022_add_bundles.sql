-- Short texts that leave as one message (docs/rules/messages.md#bundles); connection.bundle_for null = off.

-- Ticket and author: only rows with the same key are joined. Null = the row is never joined.
ALTER TABLE outbox ADD COLUMN bundle_key TEXT;
-- The row that the text is sent with; in that row, its own id. Null = sent alone.
ALTER TABLE outbox ADD COLUMN bundle_of INTEGER;
CREATE INDEX outbox_bundle ON outbox (bundle_of) WHERE bundle_of IS NOT NULL;
