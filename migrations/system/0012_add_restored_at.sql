-- When the files of the company were restored to an earlier moment, and when a user resumed it, ms. Held between the two.
ALTER TABLE company ADD COLUMN restored_at INTEGER;
ALTER TABLE company ADD COLUMN resumed_at INTEGER;
