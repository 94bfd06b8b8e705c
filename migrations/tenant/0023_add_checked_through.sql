-- The connection whose account asked the network about the number; null = from before this column.
ALTER TABLE number_check ADD COLUMN connection_id INTEGER;
