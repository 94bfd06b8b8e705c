-- Until when a sent message can be undone, ms; null = it left at once (docs/rules/messages.md#undo).
ALTER TABLE message ADD COLUMN held_until INTEGER;
