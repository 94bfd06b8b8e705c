import { syncedLater } from "#platform/db/disk.ts";
import type { Tenant } from "./tenant.ts";

interface Waiting {
  readonly work: () => unknown;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
}

const queues = new WeakMap<Tenant, Waiting[]>();

/**
 * Runs a verb together with the others that came in the same turn of the loop: one transaction for all of them, and one
 * sync to disk behind it that nobody but they themselves wait for. When one fails, nothing of the turn is kept and each
 * runs in a transaction of its own, so only that one is refused. `work` must be synchronous and touch nothing but the
 * database: it may run twice. Resolves when what it wrote would survive a power cut.
 */
export function writeTogether<T>(tenant: Tenant, work: () => T): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const waiting = { work, resolve, reject };
    const queue = queues.get(tenant.itself);
    if (queue) {
      queue.push(waiting);
      return;
    }
    const started = [waiting];
    queues.set(tenant.itself, started);
    setImmediate(() => {
      queues.delete(tenant.itself);
      commit(tenant.itself, started);
    });
  });
}

function commit(tenant: Tenant, turn: readonly Waiting[]): void {
  let answers: unknown[];
  try {
    answers = syncedLater(tenant.db, () => tenant.write(() => turn.map(({ work }) => work())));
  } catch (error) {
    const [only, ...others] = turn;
    // Alone it has failed for good.
    if (only && others.length === 0) only.reject(error);
    else for (const one of turn) commit(tenant, [one]);
    return;
  }
  tenant.onDisk().then(
    () => {
      for (const [index, { resolve }] of turn.entries()) resolve(answers[index] as never);
    },
    (error: unknown) => {
      for (const { reject } of turn) reject(error);
    },
  );
}
