-- Ids of files are never given twice: an address that was signed for one that is gone must not lead to another.
ALTER TABLE media_usage ADD COLUMN last_file_id INTEGER NOT NULL DEFAULT 0;

CREATE TRIGGER media_file_id_kept AFTER DELETE ON media_file BEGIN
  UPDATE media_usage SET last_file_id = old.id WHERE last_file_id < old.id;
END;
