import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { lowerPriority } from "#platform/process/lower-priority.ts";
import { type Checkpointed, type CheckpointJob, DONE, QUEUED, RUNNING } from "./job.ts";

/** Runs checkpoints in their own thread, so that requests do not wait for their disk writes. */

declare const self: Worker;

lowerPriority();

/** Writers continue meanwhile: the next pass checkpoints what they added and has less to do. */
const PASSES = 6;

interface Frames {
  readonly log: number;
  readonly checkpointed: number;
}

function carryOver({ path, isPinned }: CheckpointJob): void {
  const db: Sqlite = openDatabase(path, { durability: "full" });
  try {
    for (let pass = 0; pass < (isPinned ? 1 : PASSES); pass += 1) {
      const [frames] = db.pragma("wal_checkpoint(PASSIVE)") as Frames[];
      // The next writer then restarts the WAL from the beginning.
      if (!frames || frames.checkpointed >= frames.log) return;
    }
  } finally {
    db.close();
  }
}

self.onmessage = ({ data: job }: MessageEvent<CheckpointJob>) => {
  const state = new Int32Array(job.state);
  try {
    if (Atomics.compareExchange(state, 0, QUEUED, RUNNING) === QUEUED) carryOver(job);
  } catch {
    // A full disk or a deleted file: the next write fails with the same error and reports it.
  } finally {
    Atomics.store(state, 0, DONE);
    Atomics.notify(state, 0);
    self.postMessage({ path: job.path } satisfies Checkpointed);
  }
};
