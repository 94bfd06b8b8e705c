import { afterAll, beforeAll, expect, test } from "bun:test";
import { one } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { fillEveryTable, tablesOf } from "#test/helpers/dump.ts";

// The tests of isolation, secrets and broken input walk the rows of `fillEveryTable`: a table without one is not tested.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test("every table of a company has a row for the tests that walk all tables", () => {
  const { db } = app.company();
  fillEveryTable(db, 7001, "plain");
  fillEveryTable(db, 7002, "plain");
  const empty = tablesOf(db).filter((table) => !one(db, `SELECT 1 FROM "${table}" LIMIT 1`));
  expect(empty).toEqual([]);
});

test("a table whose sample row a constraint refuses is named", () => {
  const { db } = app.company();
  db.$client.exec("CREATE TABLE menu (kind TEXT NOT NULL CHECK (kind IN ('lunch', 'dinner'))) STRICT");
  expect(() => fillEveryTable(db, 7001, "plain")).toThrow("no row for menu");
});
