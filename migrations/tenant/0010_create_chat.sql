-- Conversations of the team among itself (behaviour 28).
CREATE TABLE chat (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  -- the only one who changes and deletes it
  owner_id INTEGER NOT NULL REFERENCES user (id),
  -- '{name}: {text}' of the newest message
  last_message TEXT NOT NULL DEFAULT '',
  -- 0 = nothing was said yet
  last_message_id INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  -- also moved by messages: the order of the list
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE chat_member (
  chat_id INTEGER NOT NULL REFERENCES chat (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  unreads INTEGER NOT NULL DEFAULT 0,
  -- unread messages that name this person
  mentions INTEGER NOT NULL DEFAULT 0,
  -- newest message this person has seen
  last_read_id INTEGER NOT NULL DEFAULT 0,
  joined_at INTEGER NOT NULL,
  PRIMARY KEY (chat_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_member_user ON chat_member (user_id, chat_id);

CREATE TABLE chat_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chat_id INTEGER NOT NULL REFERENCES chat (id) ON DELETE CASCADE,
  sender_id INTEGER NOT NULL REFERENCES user (id),
  body TEXT NOT NULL DEFAULT '',
  -- null = text
  media_type TEXT,
  media_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL,
  voice INTEGER NOT NULL DEFAULT 0,
  quoted_id INTEGER,
  -- JSON: ids of the members it names
  mentions TEXT NOT NULL DEFAULT '[]',
  client_message_id TEXT,
  -- hash of what was asked under client_message_id
  client_hash TEXT,
  is_edited INTEGER NOT NULL DEFAULT 0,
  deleted_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX chat_message_of ON chat_message (chat_id, id);
CREATE UNIQUE INDEX chat_message_client ON chat_message (sender_id, client_message_id)
  WHERE client_message_id IS NOT NULL;
CREATE INDEX chat_message_media ON chat_message (media_id) WHERE media_id IS NOT NULL;

CREATE VIRTUAL TABLE chat_message_search USING fts5 (
  body, content = 'chat_message', content_rowid = 'id',
  tokenize = "unicode61 remove_diacritics 2", prefix = '2 3'
);
INSERT INTO chat_message_search (chat_message_search, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER chat_message_search_insert AFTER INSERT ON chat_message WHEN new.body <> '' BEGIN
  INSERT INTO chat_message_search (rowid, body) VALUES (new.id, new.body);
END;
CREATE TRIGGER chat_message_search_delete AFTER DELETE ON chat_message WHEN old.body <> '' BEGIN
  INSERT INTO chat_message_search (chat_message_search, rowid, body) VALUES ('delete', old.id, old.body);
END;
-- One trigger: the order of two is not defined, and the old text must leave before the new one comes.
CREATE TRIGGER chat_message_search_update AFTER UPDATE OF body ON chat_message BEGIN
  INSERT INTO chat_message_search (chat_message_search, rowid, body)
    SELECT 'delete', old.id, old.body WHERE old.body <> '';
  INSERT INTO chat_message_search (rowid, body) SELECT new.id, new.body WHERE new.body <> '';
END;
