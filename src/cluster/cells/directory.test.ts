import { beforeEach, describe, expect, test } from "bun:test";
import { cellOfId, type DirectoryKey, type StoredEntry } from "#platform/cells.ts";
import { fakeClock } from "#platform/clock.ts";
import { createLog } from "#platform/log.ts";
import { createDirectoryNames } from "./directory-names.ts";
import { forgetFill } from "./first-fill.ts";
import { createDirectory } from "./nats-directory.ts";
import { type MemoryKeyValues, memoryKeyValues } from "./testing/memory-key-values.ts";

const LOGIN: DirectoryKey = { kind: "login", value: "ana@example.com" };
const SECRET = "the installation key of the tests";
const OLD_SECRET = "the former key of the installation";

describe("the directory", () => {
  const clock = fakeClock();
  let bucket: MemoryKeyValues;
  const moved = new Map<number, number>();
  /** The cells that exist; null: only the one that asks. */
  let cells: readonly number[] | null = null;
  beforeEach(() => {
    bucket = memoryKeyValues();
    cells = null;
    moved.clear();
  });
  /** The directory as a new process of a cell has it. */
  const of = (cell: number, secret = SECRET, older: readonly string[] = []) =>
    createDirectory({
      bucket,
      names: createDirectoryNames(secret, older),
      cell,
      ofCompany: (id) => moved.get(id) ?? cellOfId(id),
      cells: () => cells ?? [cell],
      now: clock.now,
      monotonicNow: clock.now,
      log: createLog("silent"),
    });
  /** A row that was committed after its claim. */
  const confirmed = async (cell: number, companyId: number, key = LOGIN, secret = SECRET) => {
    const reservation = await of(cell, secret).reserve(key, companyId);
    await reservation?.confirm(companyId);
  };
  const entriesOf = async (cell: number, secret = SECRET) => {
    const found: StoredEntry[] = [];
    for await (const entry of of(cell, secret).entriesOfCell()) found.push(entry);
    return found;
  };

  test("a value belongs to the first company that reserves it", async () => {
    const [first, second] = await Promise.all([of(1).reserve(LOGIN, 7), of(2).reserve(LOGIN, 2_000_001)]);
    expect([first !== null, second !== null]).toEqual([true, false]);
    await first?.confirm(7);
    expect(await of(2).find(LOGIN)).toMatchObject({ cell: 1, companyId: 7 });
    expect(await of(1).reserve(LOGIN, 8)).toBeNull();
  });

  test("the entries of a moved company belong to its new cell without being written", async () => {
    await confirmed(1, 7);
    moved.set(7, 2);
    expect([await entriesOf(1), (await entriesOf(2)).map(({ companyId }) => companyId)]).toEqual([[], [7]]);
    expect(await of(1).reserve(LOGIN, 8)).toBeNull();
    expect(await of(1).restore(LOGIN, 7)).toBe(false);
    await of(1).release(LOGIN, 7);
    expect(await of(1).find(LOGIN)).toMatchObject({ companyId: 7 });
    expect(await of(2).reserve(LOGIN, 7)).not.toBeNull();
    expect(await of(2).restore(LOGIN, 7)).toBe(true);
    expect(await of(1).find(LOGIN)).toMatchObject({ cell: 2, companyId: 7, state: "confirmed" });
    await of(2).release(LOGIN, 7);
    expect(bucket.keys).toEqual([]);
  });

  test("a withdrawn claim leaves the value free, and the claim of an own value leaves its entry", async () => {
    await (await of(1).reserve(LOGIN, 7))?.withdraw();
    expect(bucket.keys).toEqual([]);
    await confirmed(2, 2_000_001);
    const again = await of(2).reserve(LOGIN, 2_000_001);
    await again?.withdraw();
    expect(await of(1).find(LOGIN)).toMatchObject({ cell: 2, companyId: 2_000_001, state: "confirmed" });
  });

  test("a claim that was written again since is not withdrawn", async () => {
    const first = await of(1).reserve(LOGIN, 7);
    const second = await of(1).reserve(LOGIN, 7);
    await first?.withdraw();
    await second?.confirm(7);
    expect(await of(2).find(LOGIN)).toMatchObject({ companyId: 7, state: "confirmed" });
  });

  test("the unconfirmed claim of a killed process is taken over by its own cell only", async () => {
    await of(1).reserve(LOGIN, null);
    expect(await of(2).reserve(LOGIN, 2_000_001)).toBeNull();
    await (await of(1).reserve(LOGIN, 9))?.confirm(9);
    expect(await of(2).find(LOGIN)).toMatchObject({ cell: 1, companyId: 9 });
  });

  test("a claim names its company at the confirmation, also when its entry was removed meanwhile", async () => {
    const reservation = await of(1).reserve(LOGIN, null);
    const [entry] = await entriesOf(1);
    if (entry) await of(1).remove(entry);
    await reservation?.confirm(12);
    expect(await of(2).find(LOGIN)).toMatchObject({ cell: 1, companyId: 12, state: "confirmed" });
  });

  test("only the company of an entry releases it", async () => {
    await confirmed(1, 7);
    await of(1).release(LOGIN, 8);
    await of(2).release(LOGIN, 7);
    expect(bucket.keys).toHaveLength(1);
    await of(1).release(LOGIN, 7);
    expect(bucket.keys).toEqual([]);
  });

  test("names of entries reveal neither the value nor whether two kinds have the same one", async () => {
    await confirmed(1, 7);
    await confirmed(1, 7, { kind: "name", value: LOGIN.value });
    const [login = "", name = ""] = bucket.keys;
    expect(login).toMatch(/^login\.[0-9a-f]{32}$/);
    expect(name.slice("name.".length)).not.toBe(login.slice("login.".length));
    expect(of(1).nameOf(LOGIN)).toBe(login);
  });

  test("while the servers do not answer, find and reserve throw 503, and the rest fails quietly", async () => {
    const reservation = await of(1).reserve(LOGIN, 7);
    bucket.isDown = true;
    const refused = { status: 503, code: "ERR_NOT_DURABLE" };
    await expect(of(1).find(LOGIN)).rejects.toMatchObject(refused);
    await expect(of(1).reserve(LOGIN, 7)).rejects.toMatchObject(refused);
    await expect(entriesOf(1)).rejects.toMatchObject(refused);
    await reservation?.confirm(7);
    await reservation?.withdraw();
    await of(1).release(LOGIN, 7);
  });

  test("an entry is found again from memory for 30 s; a missing one is looked up each time", async () => {
    const directory = of(2);
    expect(await directory.find(LOGIN)).toBeNull();
    await confirmed(1, 7);
    expect(await directory.find(LOGIN)).toMatchObject({ companyId: 7 });
    const before = bucket.requests.length;
    await directory.find(LOGIN);
    expect(bucket.requests.length).toBe(before);
    await of(1).release(LOGIN, 7);
    clock.advance(30_000);
    expect(await directory.find(LOGIN)).toBeNull();
  });

  test("a process finds its own writes at once, also those made during a lookup", async () => {
    const directory = of(1);
    await confirmed(1, 7);
    await directory.find(LOGIN);
    await directory.release(LOGIN, 7);
    expect(await directory.find(LOGIN)).toBeNull();
    await confirmed(1, 7);
    const looking = directory.find(LOGIN);
    const releasing = directory.release(LOGIN, 7);
    await Promise.all([looking, releasing]);
    expect(await directory.find(LOGIN)).toBeNull();
  });

  test("the nightly comparison sees the entries of its cell, restores lost ones and removes what has no row", async () => {
    await confirmed(1, 7);
    await confirmed(2, 2_000_001, { kind: "meta", value: "page 1" });
    await bucket.put("company.7", JSON.stringify({ cell: 2 }), 0);
    expect(await entriesOf(1)).toMatchObject([
      { kind: "login", name: of(1).nameOf(LOGIN), cell: 1, companyId: 7, atMs: clock.now() },
    ]);
    const [entry] = await entriesOf(1);
    if (!entry) throw new Error("no entry");
    expect(await of(1).restore(LOGIN, 7)).toBe(true);
    // Within a cell the rows decide.
    expect(await of(1).restore(LOGIN, 8)).toBe(true);
    expect(await of(1).find(LOGIN)).toMatchObject({ companyId: 8, state: "confirmed" });
    expect(await of(1).restore(LOGIN, 7)).toBe(true);
    expect(await of(2).restore(LOGIN, 2_000_001)).toBe(false);
    await confirmed(1, 7);
    expect(await of(1).remove(entry)).toBe(false);
    const [written] = await entriesOf(1);
    expect(written && (await of(1).remove(written))).toBe(true);
    expect(await of(1).restore(LOGIN, 7)).toBe(true);
    expect(await of(2).find(LOGIN)).toMatchObject({ cell: 1, companyId: 7, state: "confirmed" });
  });

  test("each cell notes that its rows were written, which is no entry", async () => {
    expect(await of(1).isFilled()).toBe(false);
    await of(1).noteFilled(0);
    await of(1).noteFilled(0);
    expect([await of(1).isFilled(), await of(2).isFilled(), await entriesOf(1)]).toEqual([true, false, []]);
  });

  describe("before a cell has written its rows", () => {
    beforeEach(async () => {
      for (const cell of [1, 2]) await of(cell).noteFilled(0);
    });

    test("the directory is incomplete for the others, and no new value is reserved", async () => {
      cells = [1, 2, 3];
      expect(await of(1).isComplete()).toBe(false);
      expect(of(1).reserve(LOGIN, 7)).rejects.toThrow("ERR_NOT_DURABLE");
      await of(3).noteFilled(0);
      expect(await of(1).isComplete()).toBe(true);
      expect(await of(1).reserve(LOGIN, 7)).not.toBeNull();
    });

    test("the cell itself may reserve, because its own rows decide", async () => {
      cells = [1, 2, 3];
      expect([await of(3).isComplete(), await of(3).reserve(LOGIN, 3_000_001)]).toEqual([
        true,
        expect.anything(),
      ]);
    });

    test("the marks are read once in 5 seconds, and again after a failure", async () => {
      cells = [1, 2, 3];
      const one = of(1);
      expect(await one.isComplete()).toBe(false);
      await of(3).noteFilled(0);
      expect(await one.isComplete()).toBe(false);
      clock.advance(5000);
      expect(await one.isComplete()).toBe(true);
      await forgetFill(bucket, 3);
      expect(await one.isComplete()).toBe(true);
      clock.advance(5000);
      expect(await one.isComplete()).toBe(false);
    });

    test("a cell that was removed for ever does not count, and one cell asks nobody", async () => {
      cells = [1, 2, 3];
      const one = of(1);
      expect(await one.isComplete()).toBe(false);
      cells = [1];
      expect(await one.isComplete()).toBe(true);
    });
  });

  describe("after a change of APP_SECRET", () => {
    const renewed = (cell: number) => of(cell, SECRET, [OLD_SECRET]);
    beforeEach(() => confirmed(1, 7, LOGIN, OLD_SECRET));

    test("entries under the former key are found, and their values stay taken", async () => {
      expect(await renewed(2).find(LOGIN)).toMatchObject({ cell: 1, companyId: 7 });
      expect(await renewed(2).reserve(LOGIN, 2_000_001)).toBeNull();
      expect(await renewed(2).restore(LOGIN, 2_000_001)).toBe(false);
      expect(await renewed(1).reserve(LOGIN, 8)).toBeNull();
      expect(await renewed(1).reserve(LOGIN, 7)).not.toBeNull();
    });

    test("the comparison writes them under the new key, and both are released together", async () => {
      expect(await renewed(1).restore(LOGIN, 7)).toBe(true);
      expect(bucket.keys).toContain(of(1).nameOf(LOGIN));
      await renewed(1).release(LOGIN, 7);
      expect(bucket.keys).toEqual([]);
    });
  });

  test("an entry of a newer program's form is not free", async () => {
    await bucket.put(of(1).nameOf(LOGIN), JSON.stringify({ cells: [1, 2] }), 0);
    await expect(of(1).reserve(LOGIN, 7)).rejects.toMatchObject({ status: 503 });
    expect(await entriesOf(1)).toEqual([]);
  });
});
