import { prepared, type Sqlite } from "#platform/db/open.ts";
import { pinWal } from "#platform/db/ship/keep-wal.ts";
import { type CheckpointBarrier, checkpointsHeldBy } from "./held.ts";
import { CANCELLED, type Checkpointed, type CheckpointJob, QUEUED, RUNNING } from "./job.ts";

/** WAL pages from which a checkpoint starts; at 8,000 SQLite checkpoints within a commit. */
const FRAMES = 2000;
/** WAL pages from which writers that can wait let the thread finish first, so that the WAL restarts and stays small. */
const CROWDED = 3000;
/**
 * WAL pages (40 MB) from which writers that can wait also wait for a long reader, because the WAL only grows while it
 * reads. Below the 64 MB of R8, with a margin for the writes of a second and those in progress.
 */
const LONG = 10_000;
/** Longest wait for a reader that does not end, ms. */
const READER_MS = 5000;
/** Interval between checks of a busy database, ms. */
const LOOK_MS = 50;
/** Longest wait for a checkpoint, ms; a checkpoint of 16 MB takes less on any working disk. */
const PATIENCE_MS = 10_000;

const lookedAt = new WeakMap<Sqlite, number>();
interface Job {
  readonly state: Int32Array<SharedArrayBuffer>;
  readonly done: PromiseWithResolvers<void>;
  /** Whether the job was sent to the thread. Until then it waits for the commits up to the pin to become durable elsewhere. */
  isSent: boolean;
  unpin: () => void;
}
const jobs = new Map<string, Job>();
/** For each WAL that a reader keeps from restarting: a promise that resolves when the reader has ended. */
const held = new WeakMap<Sqlite, Promise<void>>();
let worker: Worker | undefined;

/**
 * Called after every commit: when the WAL has grown, a thread checkpoints it into the file, so that
 * no commit waits for it. Usually it does nothing. `inPlace`: this thread does it, for threads with small files.
 */
export function scheduleCheckpoint(db: Sqlite, { inPlace = false } = {}): void {
  const now = performance.now();
  if (now - (lookedAt.get(db) ?? Number.NEGATIVE_INFINITY) < LOOK_MS || db.inTransaction) return;
  lookedAt.set(db, now);
  const frames = framesOf(db);
  if (isHeld(frames) && !held.has(db)) held.set(db, untilLetGo(db));
  if (!jobs.has(db.name) && frames.log - frames.checkpointed >= FRAMES) requestCheckpoint(db, inPlace);
}

const isHeld = ({ log, checkpointed }: Frames): boolean => log >= LONG && checkpointed < log;

async function untilLetGo(db: Sqlite): Promise<void> {
  const end = performance.now() + READER_MS;
  while (db.open && performance.now() < end && isHeld(framesOf(db))) {
    if (!jobs.has(db.name)) requestCheckpoint(db);
    await Bun.sleep(LOOK_MS);
  }
  held.delete(db);
}

/**
 * Back-pressure for bulk writers: resolves once the thread, or a long reader, has released a WAL that has grown
 * long; undefined when there is nothing to wait for. While writers never pause, the WAL cannot restart.
 */
export function walBackPressure(db: Sqlite): Promise<void> | undefined {
  const reader = held.get(db);
  if (reader) return reader;
  const job = jobs.get(db.name);
  return job && framesOf(db).log >= CROWDED ? job.done.promise : undefined;
}

interface Frames {
  readonly log: number;
  readonly checkpointed: number;
}
const framesOf = (db: Sqlite): Frames =>
  (prepared(db, "PRAGMA wal_checkpoint(NOOP)").get() as Frames | undefined) ?? { log: 0, checkpointed: 0 };

/** Checkpoints the WAL in the thread, however small, before `truncateWal`, which then has little to wait for. */
export async function checkpointed(db: Sqlite): Promise<void> {
  if (!jobs.has(db.name)) requestCheckpoint(db);
  await jobs.get(db.name)?.done.promise;
}

/**
 * Checkpoints the WAL and truncates it, so that erased data is not left in it. Synchronous on one machine; with a
 * cluster it waits until everything in the WAL is durable elsewhere, and leaves the WAL when that fails.
 */
export async function truncateWal(db: Sqlite): Promise<void> {
  const barrier = checkpointsHeldBy();
  waitForCheckpoint(db);
  while (barrier?.isPending(db)) {
    try {
      await barrier.durable(db);
    } catch {
      // This owner was deposed. The next owner has the erasure, or repeats it.
      return;
    }
    waitForCheckpoint(db);
  }
  db.pragma("wal_checkpoint(TRUNCATE)");
}

/**
 * Returns once no other thread has this database open. Call it before the file is closed, deleted or replaced. After
 * `patienceMs` it cancels a checkpoint that has not begun, because a checkpoint without its pin would copy commits that are
 * stored nowhere else. A running checkpoint keeps its pin until it ends.
 */
export function waitForCheckpoint({ name }: Sqlite, patienceMs = PATIENCE_MS): void {
  const job = jobs.get(name);
  if (!job) return;
  if (!job.isSent) {
    finish(name);
    return;
  }
  const { state } = job;
  // The thread notifies only when it has finished the job.
  Atomics.wait(state, 0, QUEUED, patienceMs);
  if (Atomics.compareExchange(state, 0, QUEUED, CANCELLED) === RUNNING)
    Atomics.wait(state, 0, RUNNING, patienceMs);
  if (Atomics.load(state, 0) !== RUNNING) unpin(job);
}

function requestCheckpoint(db: Sqlite, inPlace = false): void {
  const path = db.name;
  const state = new Int32Array(new SharedArrayBuffer(4));
  state[0] = QUEUED;
  const job: Job = { state, done: Promise.withResolvers(), isSent: false, unpin: () => undefined };
  jobs.set(path, job);
  const held = checkpointsHeldBy();
  if (held) void runHeld(db, job, held, inPlace);
  else send(path, job, false);
}

/** Checkpoints up to a pin, once every commit up to it is durable elsewhere. */
async function runHeld(db: Sqlite, job: Job, barrier: CheckpointBarrier, inPlace: boolean): Promise<void> {
  const path = db.name;
  try {
    job.unpin = pinWal(path);
    await barrier.durable(db);
    // The file was closed meanwhile.
    if (jobs.get(path) !== job) return;
    if (!inPlace) return send(path, job, true);
    db.pragma("wal_checkpoint(PASSIVE)");
  } catch {
    // This owner was deposed, or the disk is full. The next commit requests a checkpoint again.
  }
  if (jobs.get(path) === job) finish(path);
}

function send(path: string, job: Job, isPinned: boolean): void {
  worker ??= start();
  job.isSent = true;
  worker.postMessage({ path, state: job.state.buffer, isPinned } satisfies CheckpointJob);
}

function unpin(job: Job): void {
  job.unpin();
  job.unpin = () => undefined;
}

function start(): Worker {
  // The thread does not keep the process alive.
  const started = new Worker(new URL("./checkpoint-worker.ts", import.meta.url).href, { ref: false });
  started.onmessage = ({ data }: MessageEvent<Checkpointed>) => finish(data.path);
  // The thread failed: SQLite checkpoints within commits until the next request starts a new thread.
  started.onerror = () => {
    worker = undefined;
    for (const path of [...jobs.keys()]) finish(path);
  };
  return started;
}

function finish(path: string): void {
  const job = jobs.get(path);
  if (!job) return;
  jobs.delete(path);
  unpin(job);
  job.done.resolve();
}
