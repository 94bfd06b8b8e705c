import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { lowerPriority } from "#platform/process/lower-priority.ts";
import type { Checkpointed, CheckpointJob } from "./checkpoints.ts";

/** Thread of its own for checkpoints: what they wait for the disk stays away from requests. */

declare const self: Worker;

lowerPriority();

/** Writers go on meanwhile: what they added is carried over by the next pass, which has less to do. */
const PASSES = 6;

interface Frames {
  readonly log: number;
  readonly checkpointed: number;
}

function carryOver({ path }: CheckpointJob): void {
  const db: Sqlite = openDatabase(path, { durability: "full" });
  try {
    for (let pass = 0; pass < PASSES; pass += 1) {
      const [frames] = db.pragma("wal_checkpoint(PASSIVE)") as Frames[];
      // Then the next writer begins the log anew.
      if (!frames || frames.checkpointed >= frames.log) return;
    }
  } finally {
    db.close();
  }
}

self.onmessage = ({ data: job }: MessageEvent<CheckpointJob>) => {
  const answer: Checkpointed = { path: job.path };
  try {
    carryOver(job);
  } catch {
    // A full disk, or a file that is gone: whoever writes there meets the same, and says so.
  } finally {
    const busy = new Int32Array(job.busy);
    Atomics.store(busy, 0, 0);
    Atomics.notify(busy, 0);
    self.postMessage(answer);
  }
};
