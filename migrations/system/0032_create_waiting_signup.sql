-- Sign-ups whose e-mail is not confirmed yet (docs/rules/sign-up.md#waiting). Their company does not exist and takes no file.
CREATE TABLE waiting_signup (
  -- not given twice: a browser keeps a mark of its sign-up
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL UNIQUE,
  company_name TEXT NOT NULL,
  admin_name TEXT NOT NULL,
  phone TEXT NOT NULL,
  plan_id INTEGER NOT NULL,
  password_hash TEXT NOT NULL,
  -- pt-BR, en, es: of the mail, and the first language of the company
  language TEXT NOT NULL,
  -- the company whose address led here, as the address said; never looked up
  referred_by INTEGER,
  -- IPv4 address or IPv6 /64 that it came from; sign-ups that wait are limited per network
  network TEXT NOT NULL,
  -- mails since `counted_from`, so that nobody's mailbox is filled
  sent INTEGER NOT NULL,
  counted_from INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  -- ms; a job deletes the row then
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX waiting_signup_network ON waiting_signup (network);

CREATE INDEX waiting_signup_expiry ON waiting_signup (expires_at);

-- Links that were mailed; rows of used and replaced ones let the page say why a link does not work.
CREATE TABLE signup_link (
  id INTEGER PRIMARY KEY,
  -- SHA-256 of the code
  hash TEXT NOT NULL UNIQUE,
  signup_id INTEGER NOT NULL,
  -- open, replaced, used
  state TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX signup_link_signup ON signup_link (signup_id);
