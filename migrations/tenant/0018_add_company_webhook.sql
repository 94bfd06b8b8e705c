-- A webhook of the company: told what happens, never answers for a queue (1).
ALTER TABLE integration ADD COLUMN of_company INTEGER NOT NULL DEFAULT 0;
