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
  /** What this process wrote since the last reading began: the reading may have passed the entry before, or found an older one. */
  const written = new Map<number, { readonly cell: number; readonly revision: number }>();
  let next = 1;
  let polls = 0;
  let isStopped = false;
  let cancel = () => {};

  async function poll(): Promise<void> {
    const isAll = polls % POLLS_UNTIL_ALL === 0;
    const found = isAll ? new Map<number, number>() : moved;
    let from = isAll ? 1 : next;
    written.clear();
    for (;;) {
      const entry = await bucket.next(`${PREFIX}*`, from);
      if (!entry) break;
      from = entry.revision + 1;
      const companyId = Number(entry.key.slice(PREFIX.length));
      const own = written.get(companyId);
      found.set(companyId, own && own.revision > entry.revision ? own.cell : read(entry).cell);
    }
    for (const [companyId, { cell, revision }] of written) if (revision >= from) found.set(companyId, cell);
    moved = found;
    next = from;
    polls += 1;
  }
  async function put(companyId: number, value: Moved, before: number): Promise<boolean> {
    const revision = await bucket.put(keyOf(companyId), JSON.stringify(value), before);
    if (revision === null) return false;
    moved.set(companyId, value.cell);
    written.set(companyId, { cell: value.cell, revision });
    return true;
  }
  /** Writes what `next` returns in place of the entry; `next` returns whether there is nothing to write instead. */
  async function write(companyId: number, next: (entry: Moved) => Moved | boolean): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const found = await bucket.get(keyOf(companyId));
      const value = next(found ? read(found) : { cell: cellOfId(companyId) });
      if (typeof value === "boolean") return value;
      if (await put(companyId, value, found?.revision ?? 0)) return true;
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
        await put(companyId, { cell: own }, 0);
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

/** The company and the cell of an entry of a moved company; null for another entry. */
export const readMovedCell = (
  entry: KeyValue,
): { readonly companyId: number; readonly cell: number } | null =>
  entry.key.startsWith(PREFIX)
    ? { companyId: Number(entry.key.slice(PREFIX.length)), cell: read(entry).cell }
    : null;

const read = ({ value }: KeyValue): Moved => v.parse(Moved, JSON.parse(value));
