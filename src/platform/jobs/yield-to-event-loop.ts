/** The company that long work is for, or the server itself. */
export type WorkOwner = { readonly id: number } | "server";

/** Maximum time of long work in one turn of the event loop, ms; then requests and sockets are handled. */
const TURN_MS = 2;
/** Maximum number of pieces that begin in one turn of the event loop. */
const MOST_PIECES = 8;

type Pieces = Map<number | "server", (() => void)[]>;
/**
 * Waiting pieces by company; the first company is next. Bounded by the number of requests that admission runs in
 * parallel.
 */
const ready: Pieces = new Map();
/** Pieces added during this turn; they wait for the next one, so that one task does not run two pieces per turn. */
let fresh: Pieces = new Map();
let isPlanned = false;

function add(pieces: Pieces, owner: number | "server", ...more: readonly (() => void)[]): void {
  const known = pieces.get(owner);
  if (known) known.push(...more);
  else pieces.set(owner, [...more]);
}

function beginTurn(): void {
  for (const [owner, pieces] of fresh) add(ready, owner, ...pieces);
  fresh = new Map();
}

/** Removes and returns the next piece; its company moves to the end of the order. */
function nextPiece(): (() => void) | undefined {
  for (const [owner, pieces] of ready) {
    const piece = pieces.shift();
    ready.delete(owner);
    if (pieces.length > 0) ready.set(owner, pieces);
    return piece;
  }
  return undefined;
}

function plan(): void {
  if (isPlanned) return;
  isPlanned = true;
  let started: number | null = null;
  const begin = () => {
    if (started === null) beginTurn();
    started ??= performance.now();
    // Each piece runs to its next await before the next callback of this turn begins.
    if (performance.now() - started < TURN_MS) nextPiece()?.();
  };
  for (let n = 1; n < MOST_PIECES; n += 1) setImmediate(begin);
  setImmediate(() => {
    begin();
    isPlanned = false;
    if (ready.size + fresh.size > 0) plan();
  });
}

/**
 * Awaited by long work between two pieces of a few milliseconds. The pieces of all long work share 2 ms of each turn
 * of the event loop, and companies take turns, so that many exports delay a request no more than one does
 * (docs/rules/limits.md#long-work).
 */
export const yieldToEventLoop = (owner: WorkOwner): Promise<void> =>
  new Promise((resolve) => {
    add(fresh, owner === "server" ? owner : owner.id, resolve);
    plan();
  });
