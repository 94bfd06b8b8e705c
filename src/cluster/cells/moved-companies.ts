import * as v from "valibot";
import { cellOfId } from "#platform/cells.ts";
import type { Clock } from "#platform/clock.ts";
import type { KeyValue, KeyValues } from "./key-values.ts";

const POLL_MS = 2000;
/** Everything is read again after this many polls: the servers may have lost their newest revisions, and given them again. */
const POLLS_UNTIL_ALL = 150;
const ATTEMPTS = 5;

const PREFIX = "company.";
const keyOf = (companyId: number) => `${PREFIX}${companyId}`;
const Moved = v.object({ cell: v.number() });

/** Companies that are not in the cell that their id names (docs/rules/cells.md#moved). */
export interface MovedCompanies {
  /** The cell of a company. Reads memory, which is at most some seconds old. */
  cellOf(companyId: number): number;
  /**
   * Moves a company that is in cell `from`. False: it is in another cell. Throws 503 ERR_NOT_DURABLE when the servers do not
   * answer; the move may have happened then, and a repeated call with the same cells returns whether it did.
   */
  move(companyId: number, cells: { readonly from: number; readonly to: number }): Promise<boolean>;
  stop(): void;
}

/** Reads the entries of moved companies now and every 2 s. `clock`: for pauses. */
export function watchMovedCompanies(bucket: KeyValues, clock: Clock): MovedCompanies {
  let moved = new Map<number, number>();
  let next = 1;
  let polls = 0;
  let isStopped = false;
  let cancel = () => {};

  async function poll(): Promise<void> {
    const isAll = polls % POLLS_UNTIL_ALL === 0;
    const found = isAll ? new Map<number, number>() : moved;
    let from = isAll ? 1 : next;
    for (;;) {
      const entry = await bucket.next(`${PREFIX}*`, from);
      if (!entry) break;
      from = entry.revision + 1;
      found.set(Number(entry.key.slice(PREFIX.length)), cellIn(entry));
    }
    moved = found;
    next = from;
    polls += 1;
  }
  const run = () =>
    void poll()
      .catch(() => undefined) // The servers do not answer: the known entries stay.
      .then(() => {
        if (!isStopped) cancel = clock.after(POLL_MS, run);
      });
  run();

  return {
    cellOf: (companyId) => moved.get(companyId) ?? cellOfId(companyId),
    async move(companyId, { from, to }) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const found = await bucket.get(keyOf(companyId));
        const cell = found ? cellIn(found) : cellOfId(companyId);
        if (cell !== from && cell !== to) return false;
        const isMoved =
          cell === to ||
          (await bucket.put(keyOf(companyId), JSON.stringify({ cell: to }), found?.revision ?? 0)) !== null;
        if (!isMoved) continue;
        moved.set(companyId, to);
        return true;
      }
      return false;
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}

const cellIn = ({ value }: KeyValue): number => v.parse(Moved, JSON.parse(value)).cell;
