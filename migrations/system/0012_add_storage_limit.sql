-- Files a company may keep, in MB of 1,048,576 bytes; 0 = no limit.
ALTER TABLE plan ADD COLUMN storage_mb INTEGER NOT NULL DEFAULT 0;
ALTER TABLE company_digest ADD COLUMN storage_bytes INTEGER NOT NULL DEFAULT 0;
