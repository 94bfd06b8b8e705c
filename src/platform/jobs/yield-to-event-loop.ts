/** The company that long work is for, or the server itself. */
export type WorkOwner = { readonly id: number } | "server";

/** Time that pieces of long work take in one turn of the event loop before requests and sockets have theirs, ms. */
const TURN_MS = 2;
/** Pieces that begin in one turn at most. */
const MOST_PIECES = 8;

type Pieces = Map<number | "server", (() => void)[]>;
/** Pieces that wait, by company; the first company is next. Bounded by what admission lets run at once. */
const ready: Pieces = new Map();
/** Pieces that came since this turn began: the same work never takes two pieces of one turn. */
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

/** The first piece of the company whose turn it is; the company goes to the end of the line. */
function take(): (() => void) | undefined {
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
    if (performance.now() - started < TURN_MS) take()?.();
  };
  for (let n = 1; n < MOST_PIECES; n += 1) setImmediate(begin);
  setImmediate(() => {
    begin();
    isPlanned = false;
    if (ready.size + fresh.size > 0) plan();
  });
}

/**
 * Long work awaits this between two pieces of a few milliseconds. Pieces of all long work share 2 ms of a turn of the
 * event loop, and companies take turns, so that many exports at once delay a request no more than one does
 * (docs/rules/limits.md#long-work).
 */
export const yieldToEventLoop = (owner: WorkOwner): Promise<void> =>
  new Promise((resolve) => {
    add(fresh, owner === "server" ? owner : owner.id, resolve);
    plan();
  });
