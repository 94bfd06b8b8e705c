-- Ids that change, phones that are asked for (docs/rules/contacts.md#changed-ids, docs/rules/contacts.md#ask-for-the-phone).

-- When the network replaced the id by another one: late messages still find the contact by it, and nothing is sent to it.
ALTER TABLE contact_identity ADD COLUMN former_at INTEGER;
ALTER TABLE contact ADD COLUMN phone_asked_at INTEGER;
ALTER TABLE contact ADD COLUMN phone_refused_at INTEGER;
-- A phone that the contact typed or sent as a card: offered to the attendant, never used by itself.
ALTER TABLE contact ADD COLUMN offered_phone TEXT;

CREATE INDEX contact_identity_username ON contact_identity (match_key) WHERE kind = 'username';

-- Official numbers (docs/rules/official-channels.md#number-state).
CREATE TABLE number_state (
  connection_id INTEGER PRIMARY KEY,
  -- GREEN, YELLOW, RED, UNKNOWN
  quality TEXT NOT NULL,
  -- recipients of 24 h outside answer windows, of the whole portfolio; null = unlimited or unknown
  messaging_limit INTEGER,
  is_unlimited INTEGER NOT NULL DEFAULT 0,
  -- recipients of this company's connections in the last 24 h, counted at `read_at`
  used_24h INTEGER NOT NULL DEFAULT 0,
  verified_name TEXT NOT NULL DEFAULT '',
  name_state TEXT NOT NULL DEFAULT '',
  -- JSON: can_send_message and the reasons of each entity
  health TEXT NOT NULL DEFAULT '{}',
  read_at INTEGER NOT NULL
) STRICT;

ALTER TABLE message_template ADD COLUMN quality TEXT NOT NULL DEFAULT '';
ALTER TABLE message_template ADD COLUMN paused_until INTEGER;
ALTER TABLE message_template ADD COLUMN previous_category TEXT;

-- History of a number that stays in the WhatsApp Business app (docs/rules/official-channels.md#history).
CREATE TABLE coexistence_import (
  connection_id INTEGER PRIMARY KEY,
  -- waiting (not requested yet), requested, importing, complete, declined
  state TEXT NOT NULL,
  -- 0 = the first day, 1 = up to 90 days, 2 = up to 180 days
  phase INTEGER NOT NULL DEFAULT 0,
  -- of the phase, percent
  progress INTEGER NOT NULL DEFAULT 0,
  signed_up_at INTEGER NOT NULL,
  contacts_requested_at INTEGER,
  requested_at INTEGER,
  updated_at INTEGER NOT NULL
) STRICT;

-- Since when Meta's own agent answers in the ticket; null = it does not.
ALTER TABLE ticket ADD COLUMN standby_since INTEGER;
