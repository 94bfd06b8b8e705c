-- The comment of a rating follows its message: a revoked one is removed, an edited one changes (docs/rules/ratings.md#comment).
CREATE TRIGGER user_rating_comment_revoke AFTER UPDATE OF deleted_at ON message
WHEN new.deleted_at IS NOT NULL AND old.deleted_at IS NULL AND new.from_me = 0
BEGIN
  UPDATE user_rating SET comment = NULL, comment_message_id = NULL WHERE comment_message_id = new.id;
END;
CREATE TRIGGER user_rating_comment_edit AFTER UPDATE OF body ON message
WHEN new.from_me = 0 AND new.body <> old.body AND new.body <> ''
BEGIN
  UPDATE user_rating SET comment = substr(new.body, 1, 4096) WHERE comment_message_id = new.id;
END;
UPDATE user_rating SET comment = NULL, comment_message_id = NULL
WHERE comment_message_id IN (SELECT id FROM message WHERE deleted_at IS NOT NULL);
