import { expect, test } from "bun:test";
import { fakeClock } from "./clock.ts";
import { createPageMemory } from "./page-memory.ts";

test("a list is continued where the client's last page ended", () => {
  const memory = createPageMemory<number>(fakeClock());
  memory.remember("ana open", 1, 40);
  memory.remember("ana open", 2, 80);
  expect([memory.endOf("ana open", 1), memory.endOf("ana open", 2)]).toEqual([40, 80]);
  expect(memory.endOf("bia open", 1)).toBeUndefined();
});

test("requesting the first page deletes the cursors of later pages", () => {
  const memory = createPageMemory<number>(fakeClock());
  memory.remember("ana", 1, 40);
  memory.remember("ana", 2, 80);
  memory.remember("ana", 1, 41);
  expect([memory.endOf("ana", 1), memory.endOf("ana", 2)]).toEqual([41, undefined]);
});

test("page cursors expire after ten minutes", () => {
  const clock = fakeClock();
  const memory = createPageMemory<number>(clock);
  memory.remember("ana", 1, 40);
  clock.advance(10 * 60_000);
  expect(memory.endOf("ana", 1)).toBeUndefined();
});

test("expired page cursors are freed", () => {
  const clock = fakeClock();
  const memory = createPageMemory<number>(clock);
  for (let user = 0; user < 100; user += 1) memory.remember(`user ${user}`, 1, user);
  clock.advance(5 * 60_000);
  memory.remember("user 7", 2, 70);
  expect(memory.size).toBe(100);
  clock.advance(5 * 60_000);
  memory.remember("bia", 1, 40);
  expect(memory.size).toBe(2);
  expect(memory.endOf("user 7", 2)).toBe(70);
});

test("the memory stays bounded and drops the oldest list", () => {
  const memory = createPageMemory<number>(fakeClock());
  for (let user = 0; user <= 5000; user += 1) memory.remember(`user ${user}`, 1, user);
  expect([memory.endOf("user 0", 1), memory.endOf("user 1", 1)]).toEqual([undefined, 1]);
});
