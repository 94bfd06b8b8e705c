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

-- That a person was erased: when, by whom, how much; nothing of the person. Ids of contacts are never given twice.
CREATE TABLE contact_erasure (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- names the certificate
  uuid TEXT NOT NULL UNIQUE,
  -- null = every contact of the company at once
  contact_id INTEGER,
  -- people of this certificate
  contacts INTEGER NOT NULL DEFAULT 1,
  user_id INTEGER,
  user_name TEXT NOT NULL DEFAULT '',
  -- JSON: rows removed, by kind
  counts TEXT NOT NULL DEFAULT '{}',
  erased_at INTEGER NOT NULL
) STRICT;

-- Who wrote what in groups: found for a merge, an export, an erasure.
CREATE INDEX message_participant ON message (participant_id, id) WHERE participant_id IS NOT NULL;

-- What a connection tells people about their data before it answers by itself; every change is a version of its own.
CREATE TABLE consent_text (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  -- '' = nothing is told any more
  body TEXT NOT NULL,
  -- 1 = also to those who were told an earlier version
  tells_again INTEGER NOT NULL DEFAULT 0,
  user_id INTEGER,
  created_at INTEGER NOT NULL,
  UNIQUE (connection_id, version)
) STRICT;

-- Who was told what, when, on which connection; and who asked to be left alone afterwards.
CREATE TABLE consent (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  contact_id INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  -- the message that told it
  message_id INTEGER,
  told_at INTEGER NOT NULL,
  withdrawn_at INTEGER
) STRICT;
CREATE UNIQUE INDEX consent_once ON consent (contact_id, connection_id, version);
CREATE INDEX consent_connection ON consent (connection_id, version);
