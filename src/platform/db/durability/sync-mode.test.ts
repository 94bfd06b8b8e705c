import { afterEach, beforeEach, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import { type TestInstallation, testInstallation } from "#test/helpers/installation.ts";
import { withSyncNormal, withSyncOff } from "./sync-mode.ts";

let app: TestInstallation;
beforeEach(() => {
  app = testInstallation();
});
afterEach(() => app.close());

test("synchronous = NORMAL applies only to the work inside, also when it fails", () => {
  const { db, write } = app.company();
  const sync = () => db.$client.pragma("synchronous", { simple: true });
  const FULL = 2;
  const NORMAL = 1;
  expect(sync()).toBe(FULL);
  withSyncNormal(db, () => {
    expect(sync()).toBe(NORMAL);
    write((unit) => run(unit.db, "INSERT INTO setting VALUES ('k', 'v')"));
  });
  expect(sync()).toBe(FULL);
  expect(() =>
    withSyncNormal(db, () => {
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(sync()).toBe(FULL);
});

test("inside a running transaction the sync mode is unchanged", () => {
  const { db, write } = app.company();
  write((unit) => {
    withSyncNormal(unit.db, () => run(unit.db, "INSERT INTO setting VALUES ('k', 'v')"));
    expect(db.$client.pragma("synchronous", { simple: true })).toBe(2);
  });
  expect(db.$client.prepare("SELECT count(*) AS n FROM setting WHERE key = 'k'").get()).toEqual({ n: 1 });
});

test("the first writes of a start do not wait for the disk, do not checkpoint, and leave the handle unchanged", () => {
  const { db } = app.company();
  const pragma = (name: string) => db.$client.pragma(name, { simple: true });
  const before = [pragma("synchronous"), pragma("wal_autocheckpoint")];
  withSyncOff(db, () => {
    expect([pragma("synchronous"), pragma("wal_autocheckpoint")]).toEqual([0, 0]);
    run(db, "INSERT INTO setting VALUES ('k', 'v')");
  });
  expect([pragma("synchronous"), pragma("wal_autocheckpoint")]).toEqual(before);
});
