/** States of a job, stored in its shared number. The thread answers a cancelled job without opening the file. */
export const DONE = 0;
export const QUEUED = 1;
export const RUNNING = 2;
export const CANCELLED = 3;

/** Message to the thread. `state` holds one number, which becomes `DONE` when the thread has closed the file. */
export interface CheckpointJob {
  readonly path: string;
  readonly state: SharedArrayBuffer;
  /** The WAL is pinned: pages written since then must not be checkpointed yet. */
  readonly isPinned: boolean;
}
export interface Checkpointed {
  readonly path: string;
}
