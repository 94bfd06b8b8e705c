import { type Cells, HOME_CELL } from "#platform/cells.ts";
import type { Clock } from "#platform/clock.ts";
import type { Caller } from "#platform/http/server/caller.ts";
import { sendPart } from "./forward.ts";
import { markAsPart } from "./internal-headers.ts";

/** Time for the answer of another cell, ms: to a question; for a file, and for a request that changes something there. */
const SHORT_MS = 2_000;
const LONG_MS = 30_000;
/** Pause before a cell that does not know the login session yet is asked again, ms: sessions are copied every second. */
const AGAIN_MS = 400;

/** What one cell answered; null: it did not answer in time, or cannot. */
export interface CellAnswer {
  readonly cell: number;
  readonly status: number;
  /** The body, uncompressed. */
  readonly body: Uint8Array;
  readonly response: Response;
}

export interface Asking {
  readonly cells: Pick<Cells, "own" | "all" | "forward">;
  readonly after: Clock["after"];
}

interface Question {
  /** Path and query of a question by GET, instead of those of the request. */
  readonly path?: string;
  /** The answer may take long. */
  readonly isLong?: boolean;
}

/** Request headers that are about the connection or the body of the original request. */
const OF_THE_ORIGINAL = ["accept-encoding", "content-length", "content-type", "transfer-encoding", "expect"];

/**
 * Asks every other cell for its part of the answer to a request without a body, in parallel. Each cell checks the rights of
 * the caller. A cell without an answer in time, or with an error of its own (5xx), has null.
 */
export async function askOtherCells(
  asking: Asking,
  request: Request,
  caller: Caller,
  question: Question = {},
): Promise<ReadonlyMap<number, CellAnswer | null>> {
  const { cells } = asking;
  const others = cells.all().filter((cell) => cell !== cells.own);
  const answers = others.map(
    async (cell) => [cell, await askCell(asking, cell, request, caller, question)] as const,
  );
  return new Map(await Promise.all(answers));
}

async function askCell(
  { cells, after }: Asking,
  cell: number,
  request: Request,
  caller: Caller,
  { path, isLong }: Question,
): Promise<CellAnswer | null> {
  const isShort = path !== undefined || (request.method === "GET" && isLong !== true);
  const time = new AbortController();
  const signal = AbortSignal.any([request.signal, time.signal]);
  const late = Promise.withResolvers<null>();
  const cancel = after(isShort ? SHORT_MS : LONG_MS, () => {
    time.abort();
    late.resolve(null);
  });
  const ask = async (): Promise<CellAnswer | null> => {
    for (;;) {
      const answer = await sendPart(cells, cell, partOf(request, signal, path), caller);
      const read = await readAnswer(cell, answer);
      if (read.status >= 500) return null;
      if (cell === HOME_CELL || !isRefused(read)) return read;
      await pause(after);
      if (signal.aborted) return null;
    }
  };
  try {
    return await Promise.race([ask().catch(() => null), late.promise]);
  } finally {
    cancel();
  }
}

/** The request for another cell. */
function partOf({ url, method, headers }: Request, signal: AbortSignal, path: string | undefined): Request {
  const kept = new Headers(headers);
  for (const name of OF_THE_ORIGINAL) kept.delete(name);
  const part =
    path === undefined
      ? new Request(url, { method, headers: kept, signal })
      : new Request(new URL(path, url), { headers: kept, signal });
  markAsPart(part);
  return part;
}

/** Whether a cell does not accept the caller: a session that began just now is not in the copies of other cells yet. */
export const isRefused = ({ status }: CellAnswer): boolean => status === 401 || status === 403;

/** Waits until a session may have been copied. */
export const pause = (after: Clock["after"]): Promise<void> =>
  new Promise((done) => void after(AGAIN_MS, done));

/** Reads an answer to its end. */
export async function readAnswer(cell: number, response: Response): Promise<CellAnswer> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isPacked = response.headers.get("content-encoding") === "gzip";
  return { cell, status: response.status, body: isPacked ? Bun.gunzipSync(bytes) : bytes, response };
}
