-- The list of contacts sorted by the day they were saved (docs/rules/pages.md#contacts).
CREATE INDEX contact_created ON contact (created_at, id);
