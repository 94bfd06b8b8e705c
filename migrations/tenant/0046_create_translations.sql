-- Translations of customers' messages by a model, one per language (docs/rules/translation.md).
CREATE TABLE message_translation (
  message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  body TEXT NOT NULL,
  prompt_id INTEGER REFERENCES prompt (id) ON DELETE SET NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (message_id, language)
) STRICT, WITHOUT ROWID;

CREATE INDEX message_translation_prompt ON message_translation (prompt_id) WHERE prompt_id IS NOT NULL;
