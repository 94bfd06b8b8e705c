-- Tokens of the send API that a person typed before there was a least length keep working and are shown as weak. Their
-- length is not known, so every token that exists counts as weak until it is made again.
ALTER TABLE connection ADD COLUMN token_weak INTEGER NOT NULL DEFAULT 0;
UPDATE connection SET token_weak = 1 WHERE token_hash IS NOT NULL;
