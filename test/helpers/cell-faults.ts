import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cells, type CompanyMoves, cellOfId } from "#platform/cells.ts";

/** Faults of owners in tests of several cells: a process that is killed, and one that is held at a step. */

/** A process that owns a cell. A killed one gets no answers any more, and nobody gets one of it. */
export interface Life {
  isDead: boolean;
  /** The test ends: what the dead process waits for fails. */
  end(): void;
  readonly ended: Promise<never>;
}

export function newLife(): Life {
  let end = () => {};
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(new Error("the test has ended"));
  });
  ended.catch(() => undefined);
  return { isDead: false, end: () => end(), ended };
}

/** Called before and after each step between cells, such as `1 → 2 /between-cells/moves/begin` or `1 claim`. */
export type Gate = (step: string, when: "before" | "after") => Promise<void> | void;

/** Runs one step of a process. */
export async function step<T>(life: Life, gate: Gate, name: string, work: () => Promise<T>): Promise<T> {
  if (life.isDead) return life.ended;
  await gate(name, "before");
  if (life.isDead) return life.ended;
  const result = await work();
  await gate(name, "after");
  return life.isDead ? life.ended : result;
}

/** A copy of the files of a process, as a kill leaves them. */
export function filesAfterKill(directory: string): string {
  const copy = mkdtempSync(join(tmpdir(), "balcao-killed-"));
  cpSync(directory, copy, { recursive: true, filter: (path) => !/-shm$|lock\.sqlite/.test(path) });
  return copy;
}

/** Moves without servers, of one process. `claims`: by company. */
export function memoryMoves(
  own: number,
  moved: Map<number, number>,
  claims: Map<number, string>,
  run: <T>(name: string, work: () => Promise<T>) => Promise<T>,
): CompanyMoves {
  const cellOf = (companyId: number) => moved.get(companyId) ?? cellOfId(companyId);
  return {
    cellOf,
    refresh: async () => {},
    restore: async () => {},
    claim: (companyId, move) =>
      run(`${own} claim`, async () => {
        if (cellOf(companyId) !== own) return false;
        claims.set(companyId, move);
        return true;
      }),
    complete: (companyId, move, to) =>
      run(`${own} complete`, async () => {
        if (claims.get(companyId) !== move) return false;
        moved.set(companyId, to);
        return true;
      }),
    settle: (companyId) =>
      run(`${own} settle`, async () => {
        claims.delete(companyId);
        return cellOf(companyId);
      }),
  };
}

/** The calls of a process to other cells, through its life and the gate. */
export const withLife = (cells: Cells, life: Life, gate: Gate): Cells => ({
  ...cells,
  forward: (cell, request, caller) =>
    step(life, gate, `${cells.own} → ${cell} ${new URL(request.url).pathname}`, () =>
      cells.forward(cell, request, caller),
    ),
});
