import { prepared, type Sqlite } from "#platform/db/open.ts";

/** Message to the thread; `busy` is one number that is 1 until the thread has closed the file. */
export interface CheckpointJob {
  readonly path: string;
  readonly busy: SharedArrayBuffer;
}
export interface Checkpointed {
  readonly path: string;
}

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
  readonly busy: Int32Array<SharedArrayBuffer>;
  readonly done: PromiseWithResolvers<void>;
}
const jobs = new Map<string, Job>();
/** WALs that a reader keeps from restarting: resolved when the reader has ended. */
const held = new WeakMap<Sqlite, Promise<void>>();
let worker: Worker | undefined;

/**
 * Called after every commit: when the WAL has grown, a thread checkpoints it into the file, so that
 * no commit waits for it. Usually it does nothing.
 */
export function scheduleCheckpoint(db: Sqlite): void {
  const now = performance.now();
  if (now - (lookedAt.get(db) ?? Number.NEGATIVE_INFINITY) < LOOK_MS || db.inTransaction) return;
  lookedAt.set(db, now);
  const frames = framesOf(db);
  if (isHeld(frames) && !held.has(db)) held.set(db, untilLetGo(db));
  if (!jobs.has(db.name) && frames.log - frames.checkpointed >= FRAMES) ask(db.name);
}

const isHeld = ({ log, checkpointed }: Frames): boolean => log >= LONG && checkpointed < log;

async function untilLetGo(db: Sqlite): Promise<void> {
  const end = performance.now() + READER_MS;
  while (db.open && performance.now() < end && isHeld(framesOf(db))) {
    if (!jobs.has(db.name)) ask(db.name);
    await Bun.sleep(LOOK_MS);
  }
  held.delete(db);
}

/**
 * Back-pressure for bulk writers: resolves once the thread, or a long reader, has released a WAL that has grown
 * long; undefined when there is nothing to wait for. Writers that never pause would keep the WAL from restarting.
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
  if (!jobs.has(db.name)) ask(db.name);
  await jobs.get(db.name)?.done.promise;
}

/** Checkpoints the WAL and truncates it, so that erased data is not left in it; waits until it is done. */
export function truncateWal(db: Sqlite): void {
  waitForCheckpoint(db);
  db.pragma("wal_checkpoint(TRUNCATE)");
}

/** Returns once no other thread has this database open: before its file is closed, deleted or replaced. */
export function waitForCheckpoint({ name }: Sqlite): void {
  const job = jobs.get(name);
  if (job) Atomics.wait(job.busy, 0, 1, PATIENCE_MS);
}

function ask(path: string): void {
  worker ??= start();
  const busy = new Int32Array(new SharedArrayBuffer(4));
  busy[0] = 1;
  jobs.set(path, { busy, done: Promise.withResolvers() });
  worker.postMessage({ path, busy: busy.buffer } satisfies CheckpointJob);
}

function start(): Worker {
  // The thread does not keep the process alive.
  const started = new Worker(new URL("./checkpoint-worker.ts", import.meta.url).href, { ref: false });
  started.onmessage = ({ data }: MessageEvent<Checkpointed>) => finish(data.path);
  // Without the thread SQLite checkpoints within commits.
  started.onerror = () => {
    worker = undefined;
    for (const path of [...jobs.keys()]) finish(path);
  };
  return started;
}

function finish(path: string): void {
  jobs.get(path)?.done.resolve();
  jobs.delete(path);
}
