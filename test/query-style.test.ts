import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");

/** The layer that runs statements, the databases of WhatsApp sessions and of an import, and what reads files of any release (ADR 13). */
const EXEMPT = [
  "src/tenants/lock.ts",
  "src/platform/",
  "src/channels/connections/whatsapp/store/",
  "src/provider/importer/staging.ts",
  "src/operations/backups/archive/",
  "src/operations/backups/restore/copy-erasures.ts",
  "src/operations/backups/restore/restore.ts",
  "src/operations/backups/rotate/progress.ts",
  "src/cli/doctor/",
];

const LITERAL = /`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"/g;
const STATEMENT =
  /^[`"]\s*(?:SELECT\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|WITH\s+\w+\s+AS\s|WITH\s+RECURSIVE\s|REPLACE\s+INTO\s)/;
/** A literal of the language without its `${…}` parts. */
const withoutParts = (text: string) => text.replace(/\$\{[^}]*\}/g, "");
const statementsOf = (source: string) => (source.match(LITERAL) ?? []).filter((text) => STATEMENT.test(text));
const hasPositional = (text: string) =>
  withoutParts(text)
    .replace(/'[^']*'/g, "")
    .includes("?");

const files = [...new Bun.Glob("src/**/*.ts").scanSync(root)]
  .filter((path) => !/\.test\.ts$|testing/.test(path) && !EXEMPT.some((start) => path.startsWith(start)))
  .map((path) => ({ path, source: readFileSync(join(root, path), "utf8") }));

describe("hand-written SQL", () => {
  test("hand-written SQL is only in *.sql.ts files", () => {
    const found = files
      .filter(({ path }) => !path.endsWith(".sql.ts"))
      .flatMap(({ path, source }) => statementsOf(source).map((text) => `${path}: ${text.slice(0, 60)}`));
    expect(found).toEqual([]);
  });

  test("hand-written SQL names its parameters", () => {
    const found = files
      .filter(({ path }) => path.endsWith(".sql.ts"))
      .flatMap(({ path, source }) =>
        statementsOf(source)
          .filter(hasPositional)
          .map((text) => `${path}: ${text.slice(0, 60)}`),
      );
    expect(found).toEqual([]);
  });

  test("the SQL check finds statements and their positional parameters", () => {
    expect(statementsOf('run(db, "UPDATE user SET name = ?", name)').map(hasPositional)).toEqual([true]);
    expect(statementsOf("all(db, `SELECT id\n FROM user WHERE name = '?'`)").map(hasPositional)).toEqual([
      false,
    ]);
    expect(statementsOf('title("Select a user")')).toEqual([]);
  });
});
