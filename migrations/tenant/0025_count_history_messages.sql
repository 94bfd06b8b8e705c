-- Messages of the history that were imported (docs/rules/official-channels.md#history).
ALTER TABLE coexistence_import ADD COLUMN messages INTEGER NOT NULL DEFAULT 0;
