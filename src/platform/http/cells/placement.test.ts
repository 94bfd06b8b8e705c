import { describe, expect, test } from "bun:test";
import { type Cells, oneCell } from "#platform/cells.ts";
import { AppError } from "#platform/errors.ts";
import { cellForCompany, LOAD_PATH, lowestLoad } from "./placement.ts";

/** docs/rules/cells.md#placement */
describe("the cell of a new company", () => {
  test("it is the one with the lowest load, of equal ones that with the lowest number", () => {
    const chosen = (loads: Record<number, number>) =>
      lowestLoad(new Map(Object.entries(loads).map(([cell, load]) => [Number(cell), load])), 1);
    expect(chosen({ 1: 5, 2: 3, 3: 4 })).toBe(2);
    expect(chosen({ 3: 0, 2: 0, 1: 7 })).toBe(2);
    expect(chosen({ 1: 0, 2: 0, 3: 0 })).toBe(1);
    expect(chosen({ 2: 9 })).toBe(2);
  });

  test("it is the own one when no cell has a load", () => {
    expect(lowestLoad(new Map(), 4)).toBe(4);
  });

  /** Cells 1 to 4, seen from cell 1. */
  const cells = (answers: Record<number, () => Promise<Response>>): Cells => ({
    ...oneCell(1),
    all: () => [1, 2, 3, 4],
    forward: (cell) => (answers[cell] ?? (() => Promise.reject(new AppError(503, "ERR_NOT_DURABLE"))))(),
  });
  const load = (value: unknown) => async () => Response.json({ load: value });

  test("a cell that does not answer, refuses, lacks the plan or answers nonsense gets no company", async () => {
    const known = cells({
      2: async () => Response.json({ error: "ERR_NOT_FOUND" }, { status: 404 }),
      3: load(null),
      4: load(-5),
    });
    expect(await cellForCompany(known, 7, () => 100)).toBe(1);
    expect(await cellForCompany(cells({ 3: load(2), 4: load(1) }), 7, () => 100)).toBe(4);
    expect(await cellForCompany(cells({ 3: load(2) }), 7, () => null)).toBe(3);
  });

  test("every cell is asked by a part with the plan, and gets two seconds", async () => {
    const asked: Request[] = [];
    const slow = cells({
      2: () => new Promise(() => {}),
      3: load(1),
    });
    const recording: Cells = {
      ...slow,
      forward(cell, request, caller) {
        asked.push(request.clone() as Request);
        const given = slow.forward(cell, request, caller);
        const aborted = new Promise<never>((_, reject) =>
          request.signal.addEventListener("abort", () => reject(new Error("too late"))),
        );
        return Promise.race([given, aborted]);
      },
    };
    const startedMs = performance.now();
    expect(await cellForCompany(recording, 7, () => 100)).toBe(3);
    expect(performance.now() - startedMs).toBeLessThan(4000);
    expect(asked.map(({ url }) => new URL(url).pathname)).toEqual([LOAD_PATH, LOAD_PATH, LOAD_PATH]);
    expect(await asked[0]?.json()).toEqual({ planId: 7 });
  });

  test("a standby asks the owner of its cell too", async () => {
    expect(await cellForCompany(cells({ 1: load(1), 2: load(2) }), null)).toBe(1);
  });
});
