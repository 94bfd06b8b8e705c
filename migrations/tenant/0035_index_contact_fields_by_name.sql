-- Names of additional contact fields are variables of texts: saving a text looks them up.
CREATE INDEX contact_extra_name ON contact_extra (lower(trim(name)));
