-- Companies that signed up by themselves.
CREATE TABLE signup (
  company_id INTEGER PRIMARY KEY REFERENCES company (id) ON DELETE CASCADE,
  -- the company whose address led here, as the address said; never looked up
  referred_by INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

-- Terms of use and privacy notice as the provider wrote them; without a row the product's own text holds.
CREATE TABLE legal_text (
  -- term, privacy
  page TEXT NOT NULL,
  -- pt, en, es
  language TEXT NOT NULL,
  text TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (page, language)
) STRICT, WITHOUT ROWID;
