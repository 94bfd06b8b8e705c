import { afterEach, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { differences, type TestOwner, type TestStandby, testOwner, testStandby } from "./testing/cell.ts";
import { randomFrom } from "./testing/random.ts";

let owner: TestOwner;
let standby: TestStandby;
afterEach(() => {
  owner.end();
  standby.end();
});

const SCHEMA =
  "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, body BLOB); CREATE INDEX by_text ON note (text)";
const insert = (db: Sqlite, bytes: number, times = 1) => {
  const statement = db.prepare("INSERT INTO note (text, body) VALUES (?, ?)");
  db.transaction(() => {
    for (let at = 0; at < times; at += 1) statement.run(randomBytes(9).toString("hex"), randomBytes(bytes));
  })();
};

/** Rolls a transaction back whose pages were already written to the WAL, because they exceed the cache. */
function rollBackSpilled(db: Sqlite): void {
  db.exec("PRAGMA cache_size = 10; BEGIN");
  const statement = db.prepare("INSERT INTO note (text, body) VALUES ('gone', ?)");
  for (let at = 0; at < 60; at += 1) statement.run(randomBytes(6000));
  db.exec("ROLLBACK; PRAGMA cache_size = -2048");
}

/** A checkpoint in progress: pinned, then copied, then released, with other work in between. */
interface Running {
  readonly path: string;
  readonly unpin: () => void;
  isCopied: boolean;
}

/** Runs one random history; returns how often each operation ran. */
function live(random: (below: number) => number, steps: number): Map<string, number> {
  const counts = new Map<string, number>();
  const running: Running[] = [];
  let created = 0;
  const paths = () => [...owner.handles.keys()];
  const open = () => {
    created += 1;
    owner.open(`companies/${created}/company.sqlite`).exec(SCHEMA);
  };
  const isBusy = (path: string) => running.some((one) => one.path === path);
  const operations: Record<string, (db: Sqlite, path: string) => void> = {
    insert: (db) => insert(db, 10 + random(900), 1 + random(30)),
    insertMore: (db) => insert(db, 10 + random(900), 1 + random(30)),
    blob: (db) => insert(db, 3_000_000),
    update: (db) => db.exec(`UPDATE note SET text = text || 'x' WHERE id % 7 = ${random(7)}`),
    delete: (db) => db.exec(`DELETE FROM note WHERE id % 5 = ${random(5)}`),
    vacuum: (db) => db.exec("VACUUM"),
    rollback: (db) => rollBackSpilled(db),
    create: () => (paths().length < 6 ? open() : undefined),
    remove: (_, path) => (paths().length > 2 && !isBusy(path) ? owner.remove(path) : undefined),
    reopen(_, path) {
      if (isBusy(path)) return;
      owner.close(path);
      owner.ship();
      owner.shipper.acknowledged();
      owner.open(path);
    },
    checkpoint(_, path) {
      if (isBusy(path)) return;
      const unpin = owner.pin(path);
      // As the barrier does: everything before the pin is in the log before the checkpoint begins.
      owner.ship();
      running.push({ path, unpin, isCopied: false });
    },
    copy() {
      const one = running[random(running.length)];
      if (!one) return;
      owner.checkpoint(one.path);
      one.isCopied = true;
    },
    release() {
      const at = running.findIndex(({ isCopied }) => isCopied);
      if (at >= 0) running.splice(at, 1)[0]?.unpin();
    },
    ship: () => owner.ship(),
    shipAgain: () => owner.ship(),
    follow: () => standby.follow(owner.log),
  };
  const names = Object.keys(operations);
  open();
  for (let step = 0; step < steps; step += 1) {
    const path = paths()[random(paths().length)] as string;
    const name = names[random(names.length)] as string;
    operations[name]?.(owner.handles.get(path) as Sqlite, path);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  for (const { unpin } of running) unpin();
  owner.ship();
  standby.follow(owner.log);
  return counts;
}

/** Histories; more in the long mode (docs/testing.md). */
const HISTORIES = Number(process.env["SHIP_HISTORIES"] ?? 4);
const FIRST_SEED = Number(process.env["SHIP_SEED"] ?? 1);

describe("physical equality", () => {
  test.each(Array.from({ length: HISTORIES }, (_, index) => FIRST_SEED + index))(
    "after a random history a standby has the same bytes as the owner (seed %d)",
    (seed) => {
      owner = testOwner();
      standby = testStandby();
      const counts = live(randomFrom(seed), 200);
      expect(differences(owner, standby)).toEqual([]);
      for (const name of ["vacuum", "blob", "rollback", "copy"]) expect(counts.get(name)).toBeGreaterThan(0);
      for (const path of owner.handles.keys()) {
        const copy = openDatabase(join(standby.directory, path), { durability: "full" });
        expect(copy.pragma("integrity_check", { simple: true })).toBe("ok");
        copy.close();
      }
    },
  );
});

describe("the pin of a checkpoint", () => {
  /** Commit, capture, commit, checkpoint, commit, capture: the second commit is in the file before it is captured. */
  function sequence(isPinned: boolean): string[] {
    owner = testOwner();
    standby = testStandby();
    const db = owner.open("a.sqlite");
    db.exec(SCHEMA);
    insert(db, 100, 20);
    owner.ship();
    const unpin = isPinned ? owner.pin("a.sqlite") : () => undefined;
    insert(db, 100, 200);
    // Also without a pin the WAL restarts with the next commit, over the frames that were not captured.
    owner.checkpoint("a.sqlite");
    db.exec("UPDATE note SET text = 'changed' WHERE id = 1");
    owner.ship();
    unpin();
    standby.follow(owner.log);
    return differences(owner, standby);
  }

  test("a checkpoint before the capture copies nothing that is not captured", () => {
    expect(sequence(true)).toEqual([]);
  });

  test("without a pin the same sequence makes a standby with other bytes", () => {
    expect(sequence(false)).toEqual(["a.sqlite"]);
  });
});
