-- Previews of addresses that users wrote, for 7 days (docs/rules/link-previews.md#kept).
CREATE TABLE link_preview (
  url TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  -- a small JPEG as base64; null = none
  picture TEXT,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX link_preview_at ON link_preview (at);

-- The preview that was sent along with a message.
CREATE TABLE message_link (
  message_id INTEGER PRIMARY KEY REFERENCES message (id) ON DELETE CASCADE,
  -- as written in the message
  url TEXT NOT NULL,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  -- a small JPEG as base64; null = none
  picture TEXT
) STRICT;
