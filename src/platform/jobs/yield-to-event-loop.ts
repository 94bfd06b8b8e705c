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

/** Receives the time that each piece of a company took, ms. */
type Charge = (owner: WorkOwner, ms: number) => void;
let charge: Charge = () => undefined;

/**
 * Sets who receives the time of each piece: admission charges it to the company, whose requests then wait longer. Otherwise a
 * company with long work would pay only for the short beginning of its requests. For the composition root.
 */
export const chargePieces = (to: Charge): void => {
  charge = to;
};

function add(pieces: Pieces, owner: number | "server", ...more: readonly (() => void)[]): void {
  const known = pieces.get(owner);
  if (known) known.push(...more);
  else pieces.set(owner, [...more]);
}

function beginTurn(): void {
  for (const [owner, pieces] of fresh) add(ready, owner, ...pieces);
  fresh = new Map();
}

/** Removes and returns the next piece with its owner; its company moves to the end of the order. */
function nextPiece(): { readonly owner: number | "server"; readonly run: () => void } | undefined {
  for (const [owner, pieces] of ready) {
    const run = pieces.shift();
    ready.delete(owner);
    if (pieces.length > 0) ready.set(owner, pieces);
    return run && { owner, run };
  }
  return undefined;
}

function plan(): void {
  if (isPlanned) return;
  isPlanned = true;
  let started: number | null = null;
  let running: { readonly owner: number | "server"; readonly since: number } | null = null;
  const end = () => {
    if (running !== null && running.owner !== "server")
      charge({ id: running.owner }, performance.now() - running.since);
    running = null;
  };
  const begin = () => {
    if (started === null) beginTurn();
    started ??= performance.now();
    // Each piece runs to its next await before the next callback of this turn begins.
    end();
    if (performance.now() - started >= TURN_MS) return;
    const piece = nextPiece();
    if (!piece) return;
    running = { owner: piece.owner, since: performance.now() };
    piece.run();
  };
  for (let n = 1; n <= MOST_PIECES; n += 1) setImmediate(begin);
  setImmediate(() => {
    end();
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
