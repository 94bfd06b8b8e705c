import { expect, test } from "bun:test";
import { fakeClock } from "#platform/clock.ts";
import { watchMovedCompanies } from "./moved-companies.ts";
import { memoryKeyValues } from "./testing/memory-key-values.ts";

const settle = async () => {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
};

/** Two processes that share the bucket. */
async function start() {
  const bucket = memoryKeyValues();
  const clock = fakeClock();
  const [here, there] = [watchMovedCompanies(bucket, clock), watchMovedCompanies(bucket, clock)];
  await settle();
  return { bucket, clock, here, there };
}

test("a company is in the cell that its id names until it is moved", async () => {
  const { clock, here, there } = await start();
  expect([here.cellOf(7), here.cellOf(2_000_001)]).toEqual([1, 2]);
  expect(await here.move(7, { from: 1, to: 2 })).toBe(true);
  expect([here.cellOf(7), there.cellOf(7)]).toEqual([2, 1]);
  clock.advance(2000);
  await settle();
  expect(there.cellOf(7)).toBe(2);
  expect(await there.move(7, { from: 2, to: 1 })).toBe(true);
  clock.advance(2000);
  await settle();
  expect(here.cellOf(7)).toBe(1);
});

test("a company is moved only from the cell in which it is; a repeated move is the same one", async () => {
  const { here, there } = await start();
  expect(await here.move(7, { from: 3, to: 2 })).toBe(false);
  const moves = await Promise.all([here.move(7, { from: 1, to: 2 }), there.move(7, { from: 1, to: 3 })]);
  expect(moves.filter(Boolean)).toHaveLength(1);
  expect(await here.move(7, { from: 1, to: moves[0] ? 2 : 3 })).toBe(true);
});

test("while the servers do not answer, the known cells stay and a move throws 503", async () => {
  const { bucket, clock, here, there } = await start();
  await here.move(7, { from: 1, to: 2 });
  clock.advance(2000);
  await settle();
  bucket.isDown = true;
  clock.advance(10_000);
  await settle();
  expect(there.cellOf(7)).toBe(2);
  await expect(there.move(7, { from: 2, to: 1 })).rejects.toMatchObject({ status: 503 });
  bucket.isDown = false;
  await here.move(8, { from: 1, to: 3 });
  clock.advance(2000);
  await settle();
  expect(there.cellOf(8)).toBe(3);
});

test("entries that the servers lost are forgotten after some minutes", async () => {
  const { bucket, clock, here } = await start();
  await here.move(7, { from: 1, to: 2 });
  const lost = await bucket.get("company.7");
  await bucket.remove("company.7", lost?.revision ?? 0);
  for (let poll = 0; poll < 150; poll += 1) {
    clock.advance(2000);
    await settle();
  }
  expect(here.cellOf(7)).toBe(1);
});
