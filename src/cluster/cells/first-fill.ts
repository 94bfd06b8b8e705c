import * as v from "valibot";
import type { Log } from "#platform/log.ts";
import { type KeyValues, notAnswered } from "./key-values.ts";

/** How long an answer is used, ms: a flood of unknown values reads the marks once in this time. */
const KEPT_MS = 5000;
/** How long a process that has just started waits for the list of cells, ms. */
const LISTED_MS = 3000;
const LISTED_STEP_MS = 50;

/** Key of the bucket that exists once the rows of a cell were written; it is no entry of a value. */
const filledName = (cell: number): string => `filled.${cell}`;

const FillMark = v.object({ atMs: v.number(), mismatches: v.optional(v.number(), 0) });

/** What the last sweep of a cell found. */
export interface FillMark {
  /** Wall clock at its end, ms. */
  readonly atMs: number;
  /** Rows whose value another cell has. */
  readonly mismatches: number;
}

export interface FirstFillOptions {
  readonly bucket: Pick<KeyValues, "get" | "put">;
  readonly cell: number;
  /** The cells of the installation; null = the servers have not listed them yet. Reads memory. */
  readonly cells: () => readonly number[] | null;
  /** Wall clock, ms. */
  readonly now: () => number;
  /** Monotonic, ms. */
  readonly monotonicNow: () => number;
  readonly log: Log;
}

/** Which cells have written their rows into the directory (docs/rules/cells.md#first-fill). */
export interface FirstFill {
  /** Whether this cell has filled the directory. Throws 503 ERR_NOT_DURABLE. */
  isFilled(): Promise<boolean>;
  noteFilled(mismatches: number): Promise<void>;
  /**
   * Whether all other cells have filled the directory; the answer is up to 5 s old. With one cell nothing is read. Throws 503
   * ERR_NOT_DURABLE.
   */
  isComplete(): Promise<boolean>;
}

export function createFirstFill(options: FirstFillOptions): FirstFill {
  const { bucket, cell, cells, now, monotonicNow, log } = options;
  let last: { readonly answer: Promise<boolean>; readonly untilMs: number } | null = null;
  let logged = "";

  async function readMarks(others: readonly number[]): Promise<boolean> {
    const marks = await Promise.all(others.map((other) => bucket.get(filledName(other))));
    const missing = others.filter((_, index) => marks[index] === null).join(", ");
    if (missing !== logged && missing !== "")
      log.warn(
        { cells: missing },
        "cells have not written their rows into the directory yet: requests with unknown values get 503; start these cells, or remove one that is gone for ever with balcao cluster forget --cell",
      );
    logged = missing;
    return missing === "";
  }

  return {
    isFilled: async () => (await bucket.get(filledName(cell))) !== null,
    async noteFilled(mismatches) {
      const before = await bucket.get(filledName(cell));
      const mark: FillMark = { atMs: now(), mismatches };
      await bucket.put(filledName(cell), JSON.stringify(mark), before?.revision ?? 0);
    },
    async isComplete() {
      for (let waitedMs = 0; !cells() && waitedMs < LISTED_MS; waitedMs += LISTED_STEP_MS)
        await Bun.sleep(LISTED_STEP_MS);
      const others = cells()?.filter((other) => other !== cell);
      if (!others) throw notAnswered();
      if (others.length === 0) return true;
      if (!last || last.untilMs <= monotonicNow()) {
        const reading = { answer: readMarks(others), untilMs: monotonicNow() + KEPT_MS };
        last = reading;
        reading.answer.catch(() => {
          if (last === reading) last = null;
        });
      }
      return last.answer;
    },
  };
}

/** The marks of cells; null for one that has not written its rows. Throws 503 ERR_NOT_DURABLE. */
export async function readFillMarks(
  bucket: Pick<KeyValues, "get">,
  cells: readonly number[],
): Promise<ReadonlyMap<number, FillMark | null>> {
  const marks = cells.map(async (cell): Promise<readonly [number, FillMark | null]> => {
    const found = await bucket.get(filledName(cell));
    return [cell, found && v.parse(FillMark, JSON.parse(found.value))];
  });
  return new Map(await Promise.all(marks));
}

/** Removes the mark of a cell whose files were changed by commands, so that it writes its rows at the next start. Throws 503 ERR_NOT_DURABLE. */
export async function forgetFill(bucket: Pick<KeyValues, "get" | "remove">, cell: number): Promise<void> {
  const mark = await bucket.get(filledName(cell));
  if (mark) await bucket.remove(mark.key, mark.revision);
}
