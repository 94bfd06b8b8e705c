import type { Sqlite } from "#platform/db/open.ts";

/** Decides when a checkpoint of this thread may copy commits into the database file. */
export interface CheckpointBarrier {
  /** Resolves once every commit made on this handle so far is stored elsewhere; immediately for an unknown handle. */
  durable(client: Sqlite): Promise<void>;
  isPending(client: Sqlite): boolean;
}

const barriers = new Set<CheckpointBarrier>();

/**
 * From now on a checkpoint of this thread copies only commits that the barrier has let through
 * (docs/rules/cluster.md#checkpoints). The returned function removes the barrier.
 */
export function holdCheckpoints(barrier: CheckpointBarrier): () => void {
  barriers.add(barrier);
  return () => void barriers.delete(barrier);
}

const all: CheckpointBarrier = {
  durable: async (client) =>
    void (await Promise.all([...barriers].map((barrier) => barrier.durable(client)))),
  isPending: (client) => [...barriers].some((barrier) => barrier.isPending(client)),
};

/** Undefined on one machine without an archive: checkpoints wait for nothing. */
export const checkpointsHeldBy = (): CheckpointBarrier | undefined => (barriers.size > 0 ? all : undefined);
