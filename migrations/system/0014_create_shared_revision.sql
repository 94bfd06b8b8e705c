-- cells -----------------------------------------------------------------------------------------------

-- The newest version of the shared rows: in the home cell the one that was published last, in other cells the one that
-- was copied last.
CREATE TABLE shared_revision (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  revision INTEGER NOT NULL
) STRICT;

-- plans -----------------------------------------------------------------------------------------------

-- Ids of deleted plans. They are not given again, because companies of another cell may still have the plan.
CREATE TABLE deleted_plan (
  id INTEGER PRIMARY KEY,
  deleted_at INTEGER NOT NULL
) STRICT;
