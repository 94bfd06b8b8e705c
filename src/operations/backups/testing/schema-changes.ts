/** For tests: manipulations of the schema of a company database before it is imported. */
import type { Sqlite } from "#platform/db/open.ts";

/** Rewrites a row of `sqlite_schema`, as no statement of SQLite would. */
export const rewrite = (name: string, sql: (before: string) => string) => (db: Sqlite) => {
  db.pragma("writable_schema = ON");
  const row = db.prepare("SELECT sql FROM sqlite_schema WHERE name = ?").get(name) as { sql: string };
  db.prepare("UPDATE sqlite_schema SET sql = ? WHERE name = ?").run(sql(row.sql), name);
  db.pragma("writable_schema = RESET");
};

export const MAKE_SUPER = "UPDATE user SET super = 1";
export const CHANGES: readonly (readonly [string, (db: Sqlite) => void])[] = [
  [
    "a trigger on the reset of super users",
    (db) => db.exec(`CREATE TRIGGER t AFTER UPDATE ON user BEGIN ${MAKE_SUPER}; END`),
  ],
  [
    "a trigger on a login",
    (db) => db.exec(`CREATE TRIGGER t AFTER INSERT ON session BEGIN ${MAKE_SUPER}; END`),
  ],
  [
    "a trigger on the migrations",
    (db) => db.exec(`CREATE TRIGGER t AFTER INSERT ON schema_migration BEGIN ${MAKE_SUPER}; END`),
  ],
  [
    "a trigger of ours with another body",
    (db) =>
      db.exec(
        `DROP TRIGGER ticket_count_insert; CREATE TRIGGER ticket_count_insert AFTER INSERT ON ticket BEGIN ${MAKE_SUPER}; END`,
      ),
  ],
  ["a trigger of ours that is gone", (db) => db.exec("DROP TRIGGER audit_log_stands")],
  ["a view", (db) => db.exec("CREATE VIEW v AS SELECT * FROM user")],
  [
    "a view in the place of a table",
    (db) => db.exec("ALTER TABLE brand RENAME TO brand2; CREATE VIEW brand AS SELECT * FROM brand2"),
  ],
  ["a table", (db) => db.exec("CREATE TABLE extra (id INTEGER)")],
  ["a table that is gone", (db) => db.exec("DROP TABLE brand")],
  ["a column", (db) => db.exec("ALTER TABLE user ADD COLUMN extra TEXT")],
  ["a generated column", (db) => db.exec("ALTER TABLE user ADD COLUMN extra INTEGER AS (super + 1)")],
  ["a renamed column", (db) => db.exec("ALTER TABLE brand RENAME COLUMN color TO colour")],
  ["an index", (db) => db.exec("CREATE INDEX i ON user (name)")],
  [
    "a partial index over an expression",
    (db) => db.exec("CREATE INDEX i ON user (abs(super)) WHERE super = 1"),
  ],
  [
    "an index that is gone",
    (db) => db.exec("DROP INDEX support_never; ".replace("support_never", firstIndex(db))),
  ],
  ["a virtual table", (db) => db.exec("CREATE VIRTUAL TABLE ft USING fts5(body)")],
  [
    "a CHECK written into the schema",
    rewrite("user", (sql) =>
      sql.replace(/super INTEGER[^,]*/, "super INTEGER NOT NULL DEFAULT 1 CHECK (super = 1)"),
    ),
  ],
  ["another default written into the schema", rewrite("user", (sql) => `${sql} `)],
  [
    "a virtual table written into the schema",
    (db) => {
      db.pragma("writable_schema = ON");
      db.exec(
        "INSERT INTO sqlite_schema VALUES ('table', 'evil', 'evil', 0, 'CREATE VIRTUAL TABLE evil USING dbstat(main)')",
      );
      db.pragma("writable_schema = RESET");
    },
  ],
  [
    "two tables on one page",
    (db) => {
      db.pragma("writable_schema = ON");
      db.exec(
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'brand') WHERE name = 'queue'",
      );
      db.pragma("writable_schema = RESET");
    },
  ],
  [
    "an index on the page of another one",
    (db) => {
      db.pragma("writable_schema = ON");
      db.exec(
        `UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND rootpage > 0 AND name <> '${firstIndex(db)}' LIMIT 1) WHERE name = '${firstIndex(db)}'`,
      );
      db.pragma("writable_schema = RESET");
    },
  ],
  [
    "a schema that cannot be parsed",
    (db) => {
      db.pragma("writable_schema = ON");
      db.exec("UPDATE sqlite_schema SET sql = 'CREATE TABLE user (' WHERE name = 'user'");
    },
  ],
  [
    "a history of another version",
    (db) =>
      db.exec("DELETE FROM schema_migration WHERE position = (SELECT max(position) FROM schema_migration)"),
  ],
  ["a history of no version", (db) => db.exec("DELETE FROM schema_migration")],
  ["a history that is not ours", (db) => db.exec("UPDATE schema_migration SET checksum = 'x'")],
  [
    "a history of the future",
    (db) => db.exec("INSERT INTO schema_migration VALUES (9999, '9999_x', 'x', 1)"),
  ],
  [
    "rows that point to nothing",
    (db) => db.exec("INSERT INTO user_queue (user_id, queue_id) VALUES (4711, 4712)"),
  ],
];

const firstIndex = (db: Sqlite): string =>
  (
    db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
      .get() as { name: string }
  ).name;
