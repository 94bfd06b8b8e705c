-- Help videos of the provider, read by everybody; what password recovery needs before anybody is signed in.
CREATE TABLE help (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL UNIQUE COLLATE NOCASE,
  description TEXT NOT NULL DEFAULT '',
  -- code of the video at the video service
  video TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- Somebody asked for a new password; known and unknown e-mails alike, so that the answer tells nothing.
CREATE TABLE recovery_request (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Single-use codes, hashed.
CREATE TABLE password_reset (
  hash TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  company_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX password_reset_email ON password_reset (email, created_at);
CREATE INDEX password_reset_user ON password_reset (company_id, user_id);
CREATE INDEX password_reset_expires ON password_reset (expires_at);

-- Mails on their way to the mail server; a sent one is erased.
CREATE TABLE mail (
  id INTEGER PRIMARY KEY,
  -- makes the second copy of the same mail known as one
  uuid TEXT NOT NULL,
  -- its admins are told when the mail cannot be delivered
  company_id INTEGER NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- sealed: it may hold a code
  body TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX mail_due ON mail (next_try_at);
CREATE INDEX mail_expires ON mail (expires_at);
