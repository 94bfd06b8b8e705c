-- What the files of the company take: kept by the triggers below, so every way a file comes or goes counts. Rows that
-- share a file on disk (forwarded, sent from a quick reply) count once.
CREATE TABLE media_usage (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  bytes INTEGER NOT NULL DEFAULT 0,
  files INTEGER NOT NULL DEFAULT 0,
  -- what was last told outside this file
  told_bytes INTEGER NOT NULL DEFAULT 0,
  -- the highest mark the admins were warned of, in percent: 0, 80, 100
  warned INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO media_usage (id, bytes, files)
  SELECT 1, coalesce(sum(size), 0), count(*)
  FROM (SELECT max(size) AS size FROM media_file WHERE state = 'stored' AND path IS NOT NULL GROUP BY path);

CREATE TRIGGER media_usage_insert AFTER INSERT ON media_file WHEN new.state = 'stored' AND new.path IS NOT NULL BEGIN
  UPDATE media_usage SET bytes = bytes + new.size, files = files + 1 WHERE NOT EXISTS
    (SELECT 1 FROM media_file f WHERE f.path = new.path AND f.state = 'stored' AND f.id <> new.id);
END;
CREATE TRIGGER media_usage_delete AFTER DELETE ON media_file WHEN old.state = 'stored' AND old.path IS NOT NULL BEGIN
  UPDATE media_usage SET bytes = bytes - old.size, files = files - 1 WHERE NOT EXISTS
    (SELECT 1 FROM media_file f WHERE f.path = old.path AND f.state = 'stored');
END;
CREATE TRIGGER media_usage_update AFTER UPDATE OF state, path, size ON media_file
WHEN old.state <> new.state OR old.path IS NOT new.path OR old.size <> new.size BEGIN
  UPDATE media_usage SET bytes = bytes - old.size, files = files - 1
    WHERE old.state = 'stored' AND old.path IS NOT NULL AND NOT EXISTS
      (SELECT 1 FROM media_file f WHERE f.path = old.path AND f.state = 'stored' AND f.id <> old.id);
  UPDATE media_usage SET bytes = bytes + new.size, files = files + 1
    WHERE new.state = 'stored' AND new.path IS NOT NULL AND NOT EXISTS
      (SELECT 1 FROM media_file f WHERE f.path = new.path AND f.state = 'stored' AND f.id <> new.id);
END;

-- Files that came while there was no room: fetched once there is.
CREATE INDEX media_file_no_room ON media_file (next_try_at) WHERE state = 'no_room';

-- One night's clean-up by the company's own rules: how far it is, and what it removed.
CREATE TABLE retention_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- running, done
  state TEXT NOT NULL DEFAULT 'running',
  -- media, tickets
  phase TEXT NOT NULL DEFAULT 'media',
  -- the last row of the phase that was looked at
  cursor INTEGER NOT NULL DEFAULT 0,
  files INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  messages INTEGER NOT NULL DEFAULT 0,
  tickets INTEGER NOT NULL DEFAULT 0,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
