import { withDeferredSync } from "#platform/db/deferred-sync.ts";
import type { Tenant } from "./tenant.ts";

interface Waiting {
  readonly work: () => unknown;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Work of one turn, ms: what is left goes first in the next, and requests of other companies in between. */
const TURN_MS = 2;

const queues = new WeakMap<Tenant, Waiting[]>();

/**
 * Runs a verb together with the others that came in the same turn of the loop: one transaction for all of them (for
 * those that fit into some milliseconds, then for the next ones, in order), and one sync to disk behind it that nobody but
 * they themselves wait for. When one fails, nothing of the turn is kept and each
 * runs in a transaction of its own, so only that one is refused. `work` must be synchronous and touch nothing but the
 * database: it may run twice. Resolves when what it wrote would survive a power cut.
 */
export function batchedWrite<T>(tenant: Tenant, work: () => T): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const waiting = { work, resolve, reject };
    const queue = queues.get(tenant.base);
    if (queue) {
      queue.push(waiting);
      return;
    }
    queues.set(tenant.base, [waiting]);
    setImmediate(() => takeTurn(tenant.base));
  });
}

function takeTurn(tenant: Tenant): void {
  const queue = queues.get(tenant) ?? [];
  queue.splice(0, commit(tenant, [...queue]));
  if (queue.length > 0) setImmediate(() => takeTurn(tenant));
  else queues.delete(tenant);
}

/** Takes as many, from the first on, as fit into a turn; answers how many. */
function commit(tenant: Tenant, turn: readonly Waiting[]): number {
  const answers: unknown[] = [];
  const deadline = performance.now() + TURN_MS;
  let begun = 0;
  try {
    withDeferredSync(tenant.db, () =>
      tenant.write(() => {
        for (const { work } of turn) {
          begun += 1;
          answers.push(work());
          if (performance.now() >= deadline) break;
        }
      }),
    );
  } catch (error) {
    // None was begun: there was no transaction to be had.
    const failed = turn.slice(0, begun || turn.length);
    const [only, ...others] = failed;
    // Alone it has failed for good.
    if (only && others.length === 0) only.reject(error);
    else for (const one of failed) commit(tenant, [one]);
    return failed.length;
  }
  const taken = turn.slice(0, begun);
  tenant.onDisk().then(
    () => {
      for (const [index, { resolve }] of taken.entries()) resolve(answers[index] as never);
    },
    (error: unknown) => {
      for (const { reject } of taken) reject(error);
    },
  );
  return begun;
}
