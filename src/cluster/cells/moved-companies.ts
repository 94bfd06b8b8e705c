import * as v from "valibot";
import { type CompanyMoves, cellOfId } from "#platform/cells.ts";
import type { Clock } from "#platform/clock.ts";
import { type KeyValue, type KeyValues, notAnswered } from "./key-values.ts";

const POLL_MS = 2000;
/** Everything is read again after this many polls: the servers may have lost their newest revisions, and given them again. */
const POLLS_UNTIL_ALL = 150;
const ATTEMPTS = 5;

const PREFIX = "company.";
const keyOf = (companyId: number) => `${PREFIX}${companyId}`;
const Moved = v.object({
  cell: v.number(),
  /** The move that has claimed the company, or the one that brought it into this cell. */
  move: v.optional(v.string()),
});
type Moved = v.InferOutput<typeof Moved>;

/** Companies that are not in the cell that their id names (docs/rules/cells.md#moved). */
export interface MovedCompanies {
  /** The cell of a company. Reads memory, which is at most some seconds old. */
  cellOf(companyId: number): number;
  readonly moves: CompanyMoves;
  stop(): void;
}

/** Reads the entries of moved companies now and every 2 s. `own`: the cell of this process. `clock`: for pauses. */
export function watchMovedCompanies(bucket: KeyValues, own: number, clock: Clock): MovedCompanies {
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
      found.set(Number(entry.key.slice(PREFIX.length)), read(entry).cell);
    }
    moved = found;
    next = from;
    polls += 1;
  }
  /** Writes what `next` returns in place of the entry; `next` returns whether there is nothing to write instead. */
  async function write(companyId: number, next: (entry: Moved) => Moved | boolean): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const found = await bucket.get(keyOf(companyId));
      const value = next(found ? read(found) : { cell: cellOfId(companyId) });
      if (typeof value === "boolean") return value;
      if ((await bucket.put(keyOf(companyId), JSON.stringify(value), found?.revision ?? 0)) === null)
        continue;
      moved.set(companyId, value.cell);
      return true;
    }
    // Other processes write it at the same time, or the server that answers does not know the newest entry.
    throw notAnswered();
  }
  const cellOf = (companyId: number) => moved.get(companyId) ?? cellOfId(companyId);
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  /** One reading after the other; calls before it begins share it. */
  const refresh = (): Promise<void> => {
    waiting ??= last.then(() => {
      waiting = undefined;
      return poll();
    });
    last = waiting.catch(() => undefined);
    return waiting;
  };
  const run = () =>
    void refresh()
      .catch(() => undefined) // The servers do not answer: the known entries stay.
      .then(() => {
        if (!isStopped) cancel = clock.after(POLL_MS, run);
      });
  run();

  return {
    cellOf,
    moves: {
      cellOf,
      refresh,
      async claim(companyId, move) {
        return write(companyId, ({ cell }) => (cell === own ? { cell, move } : false));
      },
      async complete(companyId, move, to) {
        return write(companyId, (entry) => {
          if (entry.move !== move) return false;
          return entry.cell === to || { cell: to, move };
        });
      },
      async settle(companyId) {
        // Always written: only a write shows that the entry that was read is the newest one.
        await write(companyId, ({ cell }) => ({ cell }));
        return cellOf(companyId);
      },
      async restore(companyId) {
        if ((await bucket.get(keyOf(companyId))) !== null) return;
        const value = JSON.stringify({ cell: own } satisfies Moved);
        if ((await bucket.put(keyOf(companyId), value, 0)) !== null) moved.set(companyId, own);
      },
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}

/** The cell of a company, read from the servers. Throws 503 ERR_NOT_DURABLE. */
export async function readCellOf(bucket: KeyValues, companyId: number): Promise<number> {
  const found = await bucket.get(keyOf(companyId));
  return found ? read(found).cell : cellOfId(companyId);
}

const read = ({ value }: KeyValue): Moved => v.parse(Moved, JSON.parse(value));
