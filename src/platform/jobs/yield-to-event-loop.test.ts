import { describe, expect, test } from "bun:test";
import { chargePieces, type WorkOwner, yieldToEventLoop } from "./yield-to-event-loop.ts";

/** Blocks the event loop for `ms`, as a piece of long work does. */
const busy = (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};
const turnOfLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("long work", () => {
  test("work of one company waits for only one of a hundred queued pieces of another company", async () => {
    const begun: string[] = [];
    const pieces = Array.from({ length: 100 }, () =>
      yieldToEventLoop({ id: 1 }).then(() => begun.push("loud")),
    );
    pieces.push(yieldToEventLoop({ id: 2 }).then(() => begun.push("calm")));
    await Promise.all(pieces);
    expect(begun.indexOf("calm")).toBe(1);
    expect(begun).toHaveLength(101);
  });

  test("each long piece of work gets its own turn of the event loop", async () => {
    let turn = 0;
    let isOver = false;
    const turns: number[] = [];
    const pieces = Array.from({ length: 6 }, async () => {
      await yieldToEventLoop({ id: 1 });
      turns.push(turn);
      busy(3);
    });
    void Promise.all(pieces).then(() => {
      isOver = true;
    });
    while (!isOver) {
      await turnOfLoop();
      turn += 1;
    }
    expect(new Set(turns).size).toBe(6);
  });

  test("short pieces of work share a turn of the event loop", async () => {
    let turns = 0;
    let isOver = false;
    void Promise.all(Array.from({ length: 64 }, () => yieldToEventLoop("server"))).then(() => {
      isOver = true;
    });
    while (!isOver) {
      await turnOfLoop();
      turns += 1;
    }
    expect(turns).toBeLessThan(32);
  });

  test("the time of each piece is charged to its company, and none to the server's own work", async () => {
    const charged: [WorkOwner, number][] = [];
    chargePieces((owner, ms) => void charged.push([owner, ms]));
    try {
      await Promise.all([
        yieldToEventLoop({ id: 1 }).then(() => busy(3)),
        yieldToEventLoop("server").then(() => busy(3)),
        yieldToEventLoop({ id: 2 }),
      ]);
      await turnOfLoop();
    } finally {
      chargePieces(() => undefined);
    }
    expect(charged.map(([owner]) => owner)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(charged[0]?.[1]).toBeGreaterThanOrEqual(3);
  });

  test("a failing piece of work does not stop the next one", async () => {
    const failed = yieldToEventLoop({ id: 1 }).then(() => {
      throw new Error("full disk");
    });
    const next = yieldToEventLoop({ id: 1 });
    await expect(failed).rejects.toThrow("full disk");
    await next;
  });
});
