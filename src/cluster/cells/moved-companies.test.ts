import { expect, test } from "bun:test";
import { fakeClock } from "#platform/clock.ts";
import { type MovedCompanies, watchMovedCompanies } from "./moved-companies.ts";
import { memoryKeyValues } from "./testing/memory-key-values.ts";

const settle = async () => {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
};

/** Processes of cells 1 and 2 that share the bucket. */
async function start() {
  const bucket = memoryKeyValues();
  const clock = fakeClock();
  const [one, two] = [watchMovedCompanies(bucket, 1, clock), watchMovedCompanies(bucket, 2, clock)];
  await settle();
  return { bucket, clock, one, two };
}

let made = 0;
async function move({ moves }: MovedCompanies, companyId: number, to: number): Promise<boolean> {
  made += 1;
  return (await moves.claim(companyId, `m${made}`)) && moves.complete(companyId, `m${made}`, to);
}

test("a company is in the cell that its id names until it is moved", async () => {
  const { clock, one, two } = await start();
  expect([one.cellOf(7), one.cellOf(2_000_001)]).toEqual([1, 2]);
  expect(await move(one, 7, 2)).toBe(true);
  expect([one.cellOf(7), two.cellOf(7)]).toEqual([2, 1]);
  clock.advance(2000);
  await settle();
  expect(two.cellOf(7)).toBe(2);
  expect(await move(two, 7, 1)).toBe(true);
  clock.advance(2000);
  await settle();
  expect(one.cellOf(7)).toBe(1);
});

test("a process that is told that a company has moved reads the entry at once", async () => {
  const { one, two } = await start();
  await move(one, 7, 2);
  expect(two.cellOf(7)).toBe(1);
  await Promise.all([two.moves.refresh(), two.moves.refresh()]);
  expect(two.cellOf(7)).toBe(2);
});

test("only the cell of a company claims it, and a claim is completed once; a repeated completion is the same one", async () => {
  const { one, two } = await start();
  expect(await two.moves.claim(7, "x")).toBe(false);
  expect(await one.moves.claim(7, "a")).toBe(true);
  expect(await one.moves.complete(7, "other", 2)).toBe(false);
  expect(one.cellOf(7)).toBe(1);
  expect(await one.moves.complete(7, "a", 2)).toBe(true);
  expect(await one.moves.complete(7, "a", 2)).toBe(true);
  expect(await one.moves.claim(7, "b")).toBe(false);
});

test("a later claim replaces an earlier one", async () => {
  const { bucket, clock, one } = await start();
  const former = watchMovedCompanies(bucket, 1, clock);
  await former.moves.claim(7, "a");
  await one.moves.claim(7, "b");
  expect(await former.moves.complete(7, "a", 2)).toBe(false);
  expect(await one.moves.complete(7, "b", 3)).toBe(true);
});

test("after a claim was settled a frozen process cannot complete it", async () => {
  const { bucket, clock, one, two } = await start();
  const next = watchMovedCompanies(bucket, 1, clock);
  await one.moves.claim(7, "a");
  expect(await next.moves.settle(7)).toBe(1);
  expect(await one.moves.complete(7, "a", 2)).toBe(false);
  expect([await one.moves.settle(7), await two.moves.settle(7)]).toEqual([1, 1]);
});

test("a settled company that was moved is in its new cell, also for the process that moved it", async () => {
  const { one, two } = await start();
  await move(one, 7, 2);
  expect([await two.moves.settle(7), two.cellOf(7), await one.moves.settle(7)]).toEqual([2, 2, 2]);
});

test("a company is not settled by an entry of the past", async () => {
  const { bucket, clock, one, two } = await start();
  const stale = { ...bucket, get: async () => null };
  await move(one, 7, 2);
  const behind = watchMovedCompanies(stale, 1, clock);
  await expect(behind.moves.settle(7)).rejects.toMatchObject({ status: 503 });
  expect(await two.moves.settle(7)).toBe(2);
});

test("the cell that has a company writes a lost entry again, and changes no other one", async () => {
  const { bucket, one, two } = await start();
  await move(one, 7, 2);
  const lost = await bucket.get("company.7");
  await bucket.remove("company.7", lost?.revision ?? 0);
  await two.moves.restore(7);
  expect(await one.moves.settle(7)).toBe(2);
  await one.moves.restore(7);
  expect(await one.moves.settle(7)).toBe(2);
});

test("while the servers do not answer, the known cells stay and a move throws 503", async () => {
  const { bucket, clock, one, two } = await start();
  await move(one, 7, 2);
  clock.advance(2000);
  await settle();
  bucket.isDown = true;
  clock.advance(10_000);
  await settle();
  expect(two.cellOf(7)).toBe(2);
  await expect(two.moves.claim(7, "a")).rejects.toMatchObject({ status: 503 });
  await expect(two.moves.settle(7)).rejects.toMatchObject({ status: 503 });
  bucket.isDown = false;
  await move(one, 8, 3);
  clock.advance(2000);
  await settle();
  expect(two.cellOf(8)).toBe(3);
});

test("entries that the servers lost are forgotten after some minutes", async () => {
  const { bucket, clock, one } = await start();
  await move(one, 7, 2);
  const lost = await bucket.get("company.7");
  await bucket.remove("company.7", lost?.revision ?? 0);
  for (let poll = 0; poll < 150; poll += 1) {
    clock.advance(2000);
    await settle();
  }
  expect(one.cellOf(7)).toBe(1);
});

test.each(["without entries", "with an older entry"])(
  "an entry that this process writes while it reads all entries stays, in a bucket %s",
  async (state) => {
    const bucket = memoryKeyValues();
    const clock = fakeClock();
    if (state === "with an older entry") {
      const former = watchMovedCompanies(bucket, 1, clock);
      await move(former, 7, 3);
      await move(watchMovedCompanies(bucket, 3, clock), 7, 1);
      former.stop();
    }
    const held = Promise.withResolvers<void>();
    const slow = {
      ...bucket,
      async next(pattern: string, revision: number) {
        const found = await bucket.next(pattern, revision);
        await held.promise;
        return found;
      },
    };
    const one = watchMovedCompanies(slow, 1, clock);
    await settle();
    expect(await move(one, 7, 2)).toBe(true);
    held.resolve();
    // The answer to the first question is older than the write.
    for (let turn = 0; turn < 50; turn += 1) {
      await Promise.resolve();
      expect(one.cellOf(7)).toBe(2);
    }
  },
);
