-- Names the sign-up of another cell from which a company was created, so that a repeated request creates no second one.
ALTER TABLE signup ADD COLUMN origin TEXT;
CREATE UNIQUE INDEX signup_origin ON signup (origin) WHERE origin IS NOT NULL;
