-- The login session of the super user who entered: the access ends with it. 0 = entered before this was kept, and over.
ALTER TABLE support_access ADD COLUMN super_session_id INTEGER NOT NULL DEFAULT 0;
