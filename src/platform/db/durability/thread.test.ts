import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { createThreadDurability, type ThreadDurability } from "./thread.ts";

let planned = 0;
let thread: ThreadDurability;
let db: Sqlite;
beforeEach(() => {
  planned = 0;
  thread = createThreadDurability({
    isRemote: true,
    onCommit: () => {
      planned += 1;
    },
  });
  db = openDatabase(":memory:", thread.opening);
  db.exec("CREATE TABLE note (text TEXT)");
});
afterEach(() => db.close());
const write = () => db.exec("INSERT INTO note VALUES ('a')");

describe("durability of a worker thread", () => {
  test("commits are posted once, and durable with the answer of the main thread", async () => {
    write();
    const { upTo } = thread.collect() ?? { upTo: 0 };
    expect(upTo).toBe(thread.commits);
    expect(thread.collect()).toBeUndefined();
    expect(thread.isPending(db)).toBe(true);
    const durable = thread.durable(db);
    thread.answered({ upTo, failure: null });
    await durable;
    expect(thread.isPending(db)).toBe(false);
  });

  test("an answer for earlier commits does not make later ones durable", async () => {
    write();
    const { upTo } = thread.collect() ?? { upTo: 0 };
    write();
    const durable = thread.durable(db);
    thread.answered({ upTo, failure: null });
    expect(await Promise.race([durable.then(() => "durable"), Bun.sleep(1).then(() => "waits")])).toBe(
      "waits",
    );
    thread.answered({ upTo: thread.collect()?.upTo ?? 0, failure: null });
    await durable;
  });

  test("a refusal rejects callers, and the next caller posts its commits again", async () => {
    write();
    const { upTo } = thread.collect() ?? { upTo: 0 };
    const refused = thread.durable(db);
    thread.answered({ upTo, failure: "closed" });
    expect(refused).rejects.toThrow("ERR_NOT_DURABLE");
    expect(thread.isPending()).toBe(true);
    const before = planned;
    const again = thread.durable(db);
    expect(planned).toBe(before + 1);
    expect(thread.collect()?.upTo).toBe(upTo);
    thread.answered({ upTo, failure: null });
    await again;
  });
});

test("the collector learns which collections are durable, also while later ones wait", () => {
  const acknowledged: (number | undefined)[] = [];
  const nothing = () => undefined;
  const collecting = createThreadDurability({
    isRemote: true,
    onCommit: nothing,
    collector: {
      committed: nothing,
      opened: nothing,
      closing: nothing,
      collect: () => [],
      acknowledged: (collections) => void acknowledged.push(collections),
    },
  });
  const posted = ["a", "b", "c"].map((path) => {
    collecting.changed(path);
    return collecting.collect() ?? { upTo: 0, paths: [] };
  });
  expect(posted.map(({ paths }) => paths)).toEqual([["a"], ["b"], ["c"]]);
  collecting.answered({ upTo: posted[1]?.upTo ?? 0, failure: null });
  expect(acknowledged).toEqual([2]);
  collecting.answered({ upTo: posted[2]?.upTo ?? 0, failure: null });
  expect(acknowledged).toEqual([2, 1]);
});
