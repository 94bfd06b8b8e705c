import * as v from "valibot";
import type { Cells } from "#platform/cells.ts";
import { askCell } from "./forward.ts";

/** Where an owner tells other cells its load; only they are answered. */
export const LOAD_PATH = "/between-cells/load";
/** A cell that does not answer within this time gets no new company, ms. */
const LOAD_MS = 2000;

/** `load` null: the cell cannot take the company now. */
export const LoadAnswer = v.object({ load: v.nullable(v.pipe(v.number(), v.minValue(0))) });
export type LoadAnswer = v.InferOutput<typeof LoadAnswer>;

/** The load of the own cell, read here; null: it cannot take the company. */
export type OwnLoad = (planId: number | null) => number | null;

/** The cell with the lowest load, of several the one with the lowest number; `own` when no cell has a load. */
export function lowestLoad(loads: ReadonlyMap<number, number>, own: number): number {
  let best: number | null = null;
  for (const [cell, load] of loads) {
    const known = best === null ? undefined : loads.get(best);
    if (known === undefined || load < known || (load === known && cell < (best ?? cell))) best = cell;
  }
  return best ?? own;
}

/**
 * The cell in which a new company is created (docs/rules/cells.md#placement). Asks all cells at the same time. `planId`: its
 * plan, when it is known. `ownLoad` is absent on a standby, which asks its owner too.
 */
export async function cellForCompany(
  cells: Pick<Cells, "own" | "all" | "forward">,
  planId: number | null,
  ownLoad?: OwnLoad,
): Promise<number> {
  const loads = new Map<number, number>();
  await Promise.all(
    cells.all().map(async (cell) => {
      const load = cell === cells.own && ownLoad ? ownLoad(planId) : await loadAt(cells, cell, planId);
      if (load !== null) loads.set(cell, load);
    }),
  );
  return lowestLoad(loads, cells.own);
}

/** Null: it did not answer in time. */
async function loadAt(
  cells: Pick<Cells, "forward">,
  cell: number,
  planId: number | null,
): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(LOAD_MS);
    const body = JSON.stringify({ planId });
    const answer = await askCell(cells, cell, { path: LOAD_PATH, headers: {}, body, signal });
    return v.parse(LoadAnswer, await answer.json()).load;
  } catch {
    return null;
  }
}
