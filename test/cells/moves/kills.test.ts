import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { all } from "#platform/db/database.ts";
import { arrivals } from "#tenants/moving/rows.ts";
import { cellsWith, contentsOf, ended, type MovesWorld, move, startWorld } from "./world.ts";

/** docs/rules/cells.md#move: a kill of either owner at each step between the two cells. */

/** Every step of a move that succeeds, in its order. */
const STEPS = [
  "1 → 2 /between-cells/moves/begin",
  "1 → 2 /between-cells/moves/blocks",
  "1 claim",
  "1 → 2 /between-cells/moves/import",
  "1 complete",
  "1 → 2 /between-cells/moves/open",
  "2 settle",
];
const SWITCHED_FROM = STEPS.indexOf("1 complete");

let world: MovesWorld;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.cells.stop(), 120_000);

test("the list has every step of a move", async () => {
  const { tenant } = await world.office(1);
  const seen: string[] = [];
  world.cells.gate = (name, when) => {
    if (when === "before" && !seen.includes(name)) seen.push(name);
  };
  move(world, 1, tenant.id, 2);
  await ended(world, 1, tenant.id);
  world.cells.gate = () => {};
  expect(seen).toEqual(STEPS);
});

describe.each([1, 2])("a kill of the owner of cell %d", (victim) => {
  for (const step of STEPS)
    for (const when of ["before", "after"] as const)
      test(`${when} ${step}: the company is in one cell, complete, and its session open once`, async () => {
        const { cells } = world;
        const { tenant, connectionId } = await world.office(1);
        const { id } = tenant;
        const before = contentsOf(tenant);
        let restarted: Promise<void> | undefined;
        cells.gate = (name, phase) => {
          if (restarted || name !== step || phase !== when) return undefined;
          restarted = cells.kill(victim);
          return restarted;
        };
        move(world, 1, id, 2);
        while (!restarted) await Bun.sleep(1);
        await restarted;
        cells.gate = () => {};
        const last = await ended(world, 1, id);
        // The target notices by itself what the source could not tell it.
        for (let turn = 0; turn < 50 && cellsWith(world, id).length !== 1; turn += 1) {
          await cells.of(2).app.runJob("company_arrivals");
          await Bun.sleep(5);
        }
        const isSwitched = cells.moved.get(id) === 2;
        const at = STEPS.indexOf(step);
        // A target that starts again before the first step, or has everything in its log, may go on.
        if (victim === 1 && at < SWITCHED_FROM) expect(isSwitched).toBe(false);
        if (at > SWITCHED_FROM || (at === SWITCHED_FROM && when === "after")) expect(isSwitched).toBe(true);
        expect(last.state).toBe(isSwitched ? "done" : "failed");
        const cell = isSwitched ? 2 : 1;
        expect(cellsWith(world, id)).toEqual([cell]);
        expect(contentsOf(cells.of(cell).installation.tenants.open(id))).toEqual(before);
        for (let turn = 0; turn < 100 && !world.open.has(`${id}:${connectionId}`); turn += 1) {
          cells.clock.advance(100);
          await Bun.sleep(10);
        }
        expect([world.open.get(`${id}:${connectionId}`), world.doubled]).toEqual([cell, []]);
        // Nothing half-received is left.
        cells.clock.advance(11 * 60_000);
        await cells.of(2).app.runJob("company_arrivals");
        expect(arrivals(cells.of(2).installation.system)).toEqual([]);
        expect(existsSync(join(cells.of(2).directory, "arrivals", String(id)))).toBe(false);
        expect(existsSync(join(cells.of(2).directory, "companies", String(id)))).toBe(isSwitched);
        const open = "SELECT company_id FROM company_move WHERE state NOT IN ('done', 'failed')";
        expect(all(cells.of(1).installation.system, open)).toEqual([]);
      }, 30_000);
});
