-- Sign-ups whose e-mail nobody has confirmed yet; the row goes with the confirmation.
CREATE TABLE email_confirmation (
  company_id INTEGER PRIMARY KEY REFERENCES company (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  -- the one that is to be confirmed: another one that somebody of the provider wrote needs it no more
  email TEXT NOT NULL,
  -- SHA-256 of the code of the newest mail; the codes before it are worth nothing
  hash TEXT NOT NULL UNIQUE,
  -- ms
  expires_at INTEGER NOT NULL,
  -- mails since `counted_from`, so that nobody's mailbox is filled
  sent INTEGER NOT NULL,
  counted_from INTEGER NOT NULL
) STRICT;
