import type { ObjectStore } from "./objects.ts";
import type { Spool } from "./spool.ts";

export interface UploaderOptions {
  readonly store: ObjectStore;
  readonly spool: Spool;
  /** The open segment is closed and uploaded this often, ms (1000). */
  readonly everyMs?: number;
  /** Called when an upload failed for the first time since the last success, and for each later attempt with the count. */
  readonly onFailure: (error: Error, failures: number) => void;
  /** Called at the first success after failures. */
  readonly onRecovery: () => void;
  readonly readFile: (path: string) => Promise<Uint8Array>;
  /** Called before each upload; what it throws counts as a failure. */
  readonly before: () => Promise<void>;
  /** Closes the open segment of the spool, between two calls of `append`. */
  readonly cut: () => Promise<void>;
}

export interface Uploader {
  /** Uploads everything that is in the spool now; rejects with the error of the storage. */
  flush(): Promise<void>;
  /** Failed attempts since the last success. */
  readonly failures: number;
  /** Ends the loop; an upload in progress is awaited. */
  stop(): Promise<void>;
}

/** Pause after failures, ms, by their number; the last one repeats. */
const PAUSES = [1000, 2000, 5000, 10_000, 30_000];

/** Uploads the segments of a spool in their order, about once a second. */
export function startUploader(options: UploaderOptions): Uploader {
  const { store, spool, everyMs = 1000, onFailure, onRecovery, readFile, before, cut } = options;
  const ending = Promise.withResolvers<void>();
  let isStopped = false;
  let failures = 0;
  let running: Promise<void> = Promise.resolve();

  const uploadAll = async (): Promise<void> => {
    await cut();
    if (spool.waiting().length > 0) await before();
    for (const segment of spool.waiting()) {
      await storeSegment(store, segment.name, await readFile(segment.path));
      spool.remove(segment);
    }
  };
  const inTurn = (): Promise<void> => {
    const next = running.then(uploadAll);
    running = next.catch(() => undefined);
    return next;
  };
  const loop = async (): Promise<void> => {
    while (!isStopped) {
      await Promise.race([Bun.sleep(failures === 0 ? everyMs : pauseAfter(failures)), ending.promise]);
      if (isStopped) return;
      try {
        await inTurn();
        if (failures > 0) onRecovery();
        failures = 0;
      } catch (error) {
        failures += 1;
        onFailure(error as Error, failures);
      }
    }
  };
  const looping = loop();
  return {
    flush: inTurn,
    get failures() {
      return failures;
    },
    async stop() {
      isStopped = true;
      ending.resolve();
      await looping;
      await running;
    },
  };
}

/** Pause after a failure, ms. */
export const pauseAfter = (failures: number): number => PAUSES[Math.min(failures, PAUSES.length) - 1] ?? 1000;

/** A segment that exists was stored by an attempt whose answer was lost. Another content means a second writer. */
export async function storeSegment(store: ObjectStore, name: string, bytes: Uint8Array): Promise<void> {
  if ((await store.create(name, bytes)) === "created") return;
  const stored = await store.read(name);
  if (!stored || !Buffer.from(bytes).equals(stored)) throw new SegmentTaken(name);
}

/** Another process has written a different segment under the same name. */
class SegmentTaken extends Error {
  override readonly name = "SegmentTaken";
  constructor(segment: string) {
    super(`${segment} was written by another process with other content: two servers use one archive`);
  }
}
