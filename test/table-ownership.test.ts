import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { features } from "#features.ts";
import { tablesIn } from "#test/helpers/source/sql.ts";

const repository = join(import.meta.dir, "..");
const order = features.map(({ name }) => name);
const read = (path: string) => readFileSync(join(repository, path), "utf8");
/** The feature of a file below `src/`: the first folder of its path that is a feature. */
const featureOf = (path: string) => path.split("/").find((folder) => order.includes(folder)) ?? "";

const sources = [...new Bun.Glob("src/**/*.ts").scanSync(repository)]
  .filter((path) => !/\.test\.ts$|testing/.test(path))
  .toSorted()
  .map((path) => ({ path, feature: featureOf(path), text: read(path) }));

/** Table → the feature whose `schema.ts` declares it. */
const owners = new Map(
  sources
    .filter(({ path }) => path.endsWith("/schema.ts"))
    // The databases of WhatsApp sessions have their own tables.
    .filter(({ path }) => !path.includes("/whatsapp/store/"))
    .flatMap(({ feature, text }) =>
      [...text.matchAll(/sqliteTable\(\s*"(\w+)"/g)].map(([, table = ""]) => [table, feature] as const),
    ),
);
const tables = new Set(owners.keys());

const uses = sources
  .filter(({ feature, path }) => feature !== "" && !path.includes("/whatsapp/store/"))
  .flatMap(({ path, feature, text }) =>
    tablesIn(text, tables).map((use) => ({ ...use, path, feature, owner: owners.get(use.table) ?? "" })),
  )
  .filter(({ feature, owner }) => feature !== owner);

/**
 * The importer writes the rows of another system with their original times and states, into a company database that
 * is not in use yet. The actions of the features would send, notify and count.
 */
const BULK_WRITER = "importer";

/** Reads of tables of features below the reader in the order of features.ts: `reader → owner`, each with its reason. */
const READS_UP: Readonly<Record<string, string>> = {
  "audit → users": "the person of a line",
  "companies → plans": "a company is read together with its plan",
  "contacts → connections": "the channel a contact was last seen on, and connections that can check a number",
  "contacts → media": "the picture of a contact",
  "contacts → tickets": "tags of a contact are those of its tickets",
  "costs → campaigns": "names of campaigns in a report",
  "costs → contact-lists": "recipients of an estimate, by market",
  "costs → prompts": "names of prompts in a report",
  "media → messages": "files that no row names",
  "queues → users": "people of a queue, and users that options lead to",
  "tags → tickets": "how many tickets carry a tag",
  "tickets → messages": "search by text, unread messages and previews of the list",
  "tickets → ratings": "the history of a contact shows its ratings",
  "users → tickets": "open tickets of a user",
};

describe("tables", () => {
  test("every table is declared by one feature", () => {
    expect(tables.size).toBeGreaterThan(80);
  });

  test("a table is written only by the feature that declares it", () => {
    const foreign = uses.filter(({ kind, feature }) => kind === "write" && feature !== BULK_WRITER);
    expect(foreign.map(({ path, table }) => `${path} writes ${table}`)).toEqual([]);
  });

  test("code outside the features writes no table of a feature", () => {
    const writes = sources
      .filter(({ feature }) => feature === "")
      .flatMap(({ path, text }) => tablesIn(text, tables).map((use) => ({ ...use, path })))
      .filter(({ kind }) => kind === "write");
    expect(writes.map(({ path, table }) => `${path} writes ${table}`)).toEqual([]);
  });

  test("at most 15 reads of tables of later features are allowed", () => {
    expect(Object.keys(READS_UP).length).toBeLessThanOrEqual(15);
  });

  test("a table of a later feature is read only where a reason is given", () => {
    const upwards = uses.filter(
      ({ kind, feature, owner }) => kind === "read" && order.indexOf(owner) > order.indexOf(feature),
    );
    const pairs = new Set(upwards.map(({ feature, owner }) => `${feature} → ${owner}`));
    expect([...pairs].toSorted()).toEqual(Object.keys(READS_UP).toSorted());
  });
});

describe("the check of table owners", () => {
  test.each([
    ['run(db, "UPDATE user SET name = ?")', [{ table: "user", kind: "write" }]],
    ["`DELETE FROM user WHERE id = ?`", [{ table: "user", kind: "write" }]],
    ["`SELECT 1 FROM other JOIN user ON 1`", [{ table: "user", kind: "read" }]],
    ['"INSERT OR IGNORE INTO user VALUES (1)"', [{ table: "user", kind: "write" }]],
    ['"the user FROM another place"', []],
  ] as const)("the table check finds the tables of %s", (source, expected) => {
    expect(tablesIn(source, new Set(["user"]))).toEqual([...expected]);
  });
});
