import { withDeferredSync } from "#platform/db/durability/deferred-sync.ts";
import type { Tenant } from "./tenant.ts";

interface Waiting {
  readonly work: () => unknown;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Maximum work per turn of the event loop, ms: the rest is first in the next turn, after requests of other companies.
 */
const TURN_MS = 2;

const queues = new WeakMap<Tenant, Waiting[]>();

/**
 * Runs a write in one transaction with the other writes of the same turn of the event loop, in order, as many as fit
 * into `TURN_MS`. One sync to disk follows, for which only their callers wait. When one fails, the transaction is
 * rolled back and each runs in its own transaction, so only that one fails. `work` must be synchronous and change
 * nothing but the database: it may run twice. Resolves when what it wrote would survive a power cut.
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

/** Commits as many writes, in order, as fit into a turn; returns how many. */
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
    // No write was begun when the transaction itself could not be opened: then all fail.
    const failed = turn.slice(0, begun || turn.length);
    const [only, ...others] = failed;
    // A write that fails in its own transaction is rejected.
    if (only && others.length === 0) only.reject(error);
    else for (const one of failed) commit(tenant, [one]);
    return failed.length;
  }
  const taken = turn.slice(0, begun);
  tenant.durable().then(
    () => {
      for (const [index, { resolve }] of taken.entries()) resolve(answers[index] as never);
    },
    (error: unknown) => {
      for (const { reject } of taken) reject(error);
    },
  );
  return begun;
}
