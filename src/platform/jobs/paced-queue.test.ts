import { expect, test } from "bun:test";
import { createPacedQueue } from "./paced-queue.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";

test("pieces of work begin in order, one per turn of the event loop, so that requests are served between them", async () => {
  const inTurn = createPacedQueue(4);
  let turn = 0;
  const begun: [string, number][] = [];
  const pieces = ["first", "second", "third"].map((name) => inTurn(() => void begun.push([name, turn])));
  while (begun.length < 3) {
    await yieldToEventLoop("server");
    turn += 1;
  }
  await Promise.all(pieces);
  expect(begun.map(([name]) => name)).toEqual(["first", "second", "third"]);
  expect(new Set(begun.map(([, at]) => at)).size).toBe(3);
});

test("no more pieces of work than the limit run in parallel; a failed one frees its slot and rejects its promise", async () => {
  const inTurn = createPacedQueue(2);
  const ends: PromiseWithResolvers<string>[] = [];
  const piece = () => {
    const end = Promise.withResolvers<string>();
    ends.push(end);
    return end.promise;
  };
  const [first, second, third] = [inTurn(piece), inTurn(piece), inTurn(piece)];
  for (let turn = 0; turn < 10; turn += 1) await yieldToEventLoop("server");
  expect(ends).toHaveLength(2);
  ends[0]?.reject(new Error("the disk is gone"));
  await expect(first).rejects.toThrow("the disk is gone");
  while (ends.length < 3) await yieldToEventLoop("server");
  ends[1]?.resolve("second");
  ends[2]?.resolve("third");
  expect(await Promise.all([second, third])).toEqual(["second", "third"]);
});
