import type { Sqlite } from "#platform/db/open.ts";

/** What the checkpoints of this thread wait for. */
export interface CheckpointBarrier {
  /** Resolves once every commit on this handle so far is stored elsewhere; at once for a handle it does not know. */
  durable(client: Sqlite): Promise<void>;
  isPending(client: Sqlite): boolean;
}

const barriers = new Set<CheckpointBarrier>();

/**
 * From now on a checkpoint of this thread copies only commits that the barrier has let through
 * (docs/rules/cluster.md#checkpoints). The returned function ends it.
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
