-- branding --------------------------------------------------------------------------------------------

-- Name, logo and colour under which the provider offers the product. One row.
CREATE TABLE brand (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- '' = the product's own
  name TEXT NOT NULL DEFAULT '',
  -- '#rrggbb'; '' = the product's own
  color TEXT NOT NULL DEFAULT '',
  -- PNG, re-encoded from the uploaded picture
  logo BLOB,
  -- hex hash of the PNG, part of its URL
  logo_hash TEXT,
  updated_at INTEGER NOT NULL
) STRICT;

-- helps -----------------------------------------------------------------------------------------------

-- Help videos of the provider, shown to all users.
CREATE TABLE help (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL UNIQUE COLLATE NOCASE,
  description TEXT NOT NULL DEFAULT '',
  -- id of the video at the video service
  video TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- announcements ---------------------------------------------------------------------------------------

-- Announcements of the provider to all companies.
CREATE TABLE announcement (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  -- 1 high, 2 medium, 3 low
  priority INTEGER NOT NULL DEFAULT 3,
  active INTEGER NOT NULL DEFAULT 1,
  -- random name of the picture in DATA_DIR/announcements; null = none
  media_path TEXT,
  -- file name given by the sender
  media_name TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX announcement_order ON announcement (priority, created_at DESC, id DESC);

CREATE TABLE announcement_read (
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  announcement_id INTEGER NOT NULL REFERENCES announcement (id) ON DELETE CASCADE,
  PRIMARY KEY (company_id, user_id, announcement_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX announcement_read_announcement ON announcement_read (announcement_id);

-- cockpit ---------------------------------------------------------------------------------------------

-- Figures of companies for the provider, stored here so that closed companies need not be opened.
CREATE TABLE company_figure (
  company_id INTEGER PRIMARY KEY REFERENCES company (id) ON DELETE CASCADE,
  connections_up INTEGER NOT NULL,
  connections_down INTEGER NOT NULL,
  disk_bytes INTEGER NOT NULL,
  disk_at INTEGER NOT NULL,
  -- id of the newest message counted in company_day
  message_id INTEGER NOT NULL,
  measured_at INTEGER NOT NULL
) STRICT;

-- Messages stored per day, in the installation's time zone.
CREATE TABLE company_day (
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  -- YYYY-MM-DD
  day TEXT NOT NULL,
  received INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  PRIMARY KEY (company_id, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX company_day_day ON company_day (day);

-- importer --------------------------------------------------------------------------------------------

-- Companies, plans, help videos and announcements imported from a dump of another system.
CREATE TABLE imported_record (
  source TEXT NOT NULL,
  kind TEXT NOT NULL,
  external_id TEXT NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (source, kind, external_id)
) STRICT, WITHOUT ROWID;

INSERT INTO brand (id, updated_at) VALUES (1, 0);
