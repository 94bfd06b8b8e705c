-- Devices that are told of messages by the push service of their browser; one per session.
CREATE TABLE push_subscription (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL,
  session_id INTEGER NOT NULL UNIQUE,
  -- address at the push service; knowing it is being able to send
  endpoint TEXT NOT NULL UNIQUE,
  -- public key of the browser, and what both sides know
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  language TEXT NOT NULL,
  -- 1: the first words of a message are sent, too
  preview INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX push_subscription_user ON push_subscription (user_id);
