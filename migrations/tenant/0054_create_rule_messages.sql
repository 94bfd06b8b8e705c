-- Which rule wrote a message (docs/rules/messages.md#info); with its name, because rules are renamed and deleted.
CREATE TABLE rule_message (
  message_id INTEGER PRIMARY KEY REFERENCES message (id) ON DELETE CASCADE,
  rule_id INTEGER NOT NULL,
  rule_name TEXT NOT NULL
) STRICT;
