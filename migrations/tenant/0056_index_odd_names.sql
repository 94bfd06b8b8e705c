-- Names with a character that the index of names compares otherwise than `fold`: emoji, accents as characters of their own,
-- other scripts. Conditions on names look at them one by one, and at all others through that index.
CREATE INDEX contact_odd_name ON contact (name) WHERE name GLOB '*[^ -ǟ]*';
