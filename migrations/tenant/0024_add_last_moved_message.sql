-- Set while the undo of a merge returns messages: the newest message at the time of the merge
-- (docs/rules/contacts.md#merge).
ALTER TABLE message_move ADD COLUMN last_id INTEGER;
