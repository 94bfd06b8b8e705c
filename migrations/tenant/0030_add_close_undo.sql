-- End of the time in which a close can be taken back, ms; null = settled. close_undo: the ticket as it was, JSON.
ALTER TABLE ticket ADD COLUMN close_settles_at INTEGER;
ALTER TABLE ticket ADD COLUMN close_undo TEXT;

CREATE INDEX ticket_close_settles ON ticket (close_settles_at) WHERE close_settles_at IS NOT NULL;
