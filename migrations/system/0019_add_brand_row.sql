-- The brand is always there: what has not been chosen yet is empty.
INSERT OR IGNORE INTO brand (id, updated_at) VALUES (1, 0);
