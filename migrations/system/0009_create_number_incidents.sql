-- Restrictions of numbers by their network, for the provider (docs/rules/reach.md#incidents). A row names no company,
-- connection or contact; its random key and the day without a time keep it from being matched with other records.
CREATE TABLE number_incident (
  id TEXT PRIMARY KEY,
  -- YYYY-MM-DD in the installation's time zone
  day TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- the other columns are ranges (src/provider/cockpit/numbers/contract.ts)
  hours TEXT NOT NULL,
  age TEXT NOT NULL,
  contacts TEXT NOT NULL,
  silent TEXT NOT NULL,
  same_text TEXT NOT NULL,
  proxy TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX number_incident_day ON number_incident (day);

-- Restrictions in force when the company was last measured: JSON, a list of kind, numbers and end.
ALTER TABLE company_figure ADD COLUMN restrictions TEXT NOT NULL DEFAULT '[]';
