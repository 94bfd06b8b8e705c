/** States of a job, in its shared number. A cancelled one is answered without opening the file. */
export const DONE = 0;
export const QUEUED = 1;
export const RUNNING = 2;
export const CANCELLED = 3;

/** Message to the thread; `state` is one number, `DONE` from when the thread has closed the file. */
export interface CheckpointJob {
  readonly path: string;
  readonly state: SharedArrayBuffer;
  /** The WAL is pinned: what is written meanwhile cannot be checkpointed yet. */
  readonly isPinned: boolean;
}
export interface Checkpointed {
  readonly path: string;
}
