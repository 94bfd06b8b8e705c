import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { newUuid } from "#platform/ids.ts";
import { type RemoteMedia, RemoteMediaAway, RemoteMediaDamaged } from "#platform/remote-media.ts";
import type { MediaObjects } from "./media-objects.ts";
import type { MediaSeal } from "./media-seal.ts";

export interface RemoteMediaOptions {
  readonly objects: MediaObjects;
  readonly seal: MediaSeal;
  readonly cell: number;
  /** Folder of unfinished files; what an ended process left there is removed. */
  readonly workDirectory: string;
  /** File that exists once all media of this directory are stored. */
  readonly storedMark: string;
  readonly cacheBytes: number;
  readonly keepMs: number;
  /** Monotonic or wall time, ms. */
  readonly now?: () => number;
  readonly mayDelete?: () => boolean;
}

/** How long after a failure callers that cannot wait do without the storage, ms. */
const AWAY_MS = 10_000;
const RECENT_MS = 60 * 60_000;

interface State extends Required<RemoteMediaOptions> {
  readonly figures: RemoteMedia["figures"];
  /** Work on an object, by name: an upload and a deletion of one object never overlap. */
  readonly busy: Map<string, Promise<unknown>>;
  /** Time of the last upload or use of an object, by name. */
  readonly recent: Map<string, number>;
  failedAt: number;
}

/** Media in a bucket or object store: content-addressed, sealed, each company for itself. */
export function createRemoteMedia(options: RemoteMediaOptions): RemoteMedia {
  const { objects, seal, cell, workDirectory, cacheBytes, keepMs } = options;
  const ownWork = ownFolder(workDirectory);
  const figures = { uploads: 0, downloads: 0, failures: 0, missing: 0, cacheBytes: 0 };
  const state: State = {
    now: Date.now,
    mayDelete: () => true,
    ...options,
    workDirectory: ownWork,
    figures,
    busy: new Map(),
    recent: new Map(),
    failedAt: Number.NEGATIVE_INFINITY,
  };
  const prefix = `${cell}/media/`;
  const namesOf = (companyId: number, sha256: string) =>
    seal.namesOf(sha256, `${cell}/${companyId}`).map((name) => `${prefix}${companyId}/${name}`);
  const currentName = (companyId: number, sha256: string) => namesOf(companyId, sha256)[0] ?? "";
  return {
    place: objects.place,
    cacheBytes,
    keepMs,
    figures,
    get isAway() {
      return state.now() - state.failedAt < AWAY_MS;
    },
    mayDelete: state.mayDelete,
    namesOf,
    async upload(companyId, sha256, path) {
      const name = currentName(companyId, sha256);
      await alone(state, name, () => put(state, name, path));
      figures.uploads += 1;
    },
    async download(companyId, sha256, path) {
      for (const name of namesOf(companyId, sha256))
        if (await get(state, name, { path, sha256 })) {
          figures.downloads += 1;
          return true;
        }
      return false;
    },
    has: (companyId, sha256) => reached(state, () => objects.has(currentName(companyId, sha256))),
    async *list(companyId) {
      const listed = objects.list(`${prefix}${companyId}/`)[Symbol.asyncIterator]();
      for (let next = await reached(state, () => listed.next()); !next.done; ) {
        yield next.value;
        next = await reached(state, () => listed.next());
      }
    },
    companies: async () =>
      (await reached(state, () => objects.folders(prefix))).map(Number).filter(Number.isSafeInteger),
    isRecent: (name) => isRecent(state, name),
    remove: (name) =>
      alone(state, name, async () => {
        if (!isRecent(state, name)) await reached(state, () => objects.remove(name));
      }),
    readMarks: (companyId) => readMarks(state, companyId),
    writeMarks: (companyId, marks) => writeMarks(state, companyId, marks),
    allStored: () => writeFileSync(options.storedMark, ""),
    tidy: () => reached(state, async () => objects.tidy?.()),
  };
}

/** The folder of this process; those of processes that ended are removed. */
function ownFolder(root: string): string {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(root))
    if (!isRunning(Number(name))) rmSync(join(root, name), { recursive: true, force: true });
  const own = join(root, String(process.pid));
  mkdirSync(own, { recursive: true, mode: 0o700 });
  return own;
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const workFile = ({ workDirectory }: State): string => join(workDirectory, newUuid());

/** Runs work on the storage; a failure becomes RemoteMediaAway. */
async function reached<T>(state: State, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RemoteMediaDamaged) throw error;
    state.failedAt = state.now();
    state.figures.failures += 1;
    throw new RemoteMediaAway((error as Error).message, { cause: error });
  }
}

async function alone<T>(state: State, name: string, work: () => Promise<T>): Promise<T> {
  const before = state.busy.get(name);
  const mine = (before ?? Promise.resolve()).catch(() => undefined).then(work);
  state.busy.set(name, mine);
  try {
    return await mine;
  } finally {
    if (state.busy.get(name) === mine) state.busy.delete(name);
  }
}

async function put(state: State, name: string, path: string): Promise<void> {
  noteRecent(state, name);
  const sealed = workFile(state);
  try {
    await state.seal.sealFile(path, sealed, name);
    await reached(state, () => state.objects.createFrom(name, Bun.file(sealed)));
  } finally {
    await rm(sealed, { force: true });
  }
}

/** Writes the content of an object to `path` by one rename; false when there is no such object. */
async function get(
  state: State,
  name: string,
  { path, sha256 }: { readonly path: string; readonly sha256?: string },
): Promise<boolean> {
  const plain = workFile(state);
  try {
    const isFound = await reached(state, async () => {
      const stream = await state.objects.open(name);
      if (!stream) return false;
      const found = await state.seal.openStream(stream, plain, name);
      if (sha256 !== undefined && found !== sha256)
        throw new RemoteMediaDamaged(`${name} has other content than its row names`);
      return true;
    });
    if (isFound) await rename(plain, path);
    return isFound;
  } finally {
    await rm(plain, { force: true });
  }
}

function noteRecent({ recent, now }: State, name: string): void {
  const limit = now() - RECENT_MS;
  for (const [old, at] of recent) {
    if (at >= limit) break;
    recent.delete(old);
  }
  recent.delete(name);
  recent.set(name, now());
}

const isRecent = ({ recent, now }: State, name: string): boolean =>
  now() - (recent.get(name) ?? Number.NEGATIVE_INFINITY) < RECENT_MS;

const marksPrefix = ({ cell }: State, companyId: number): string => `${cell}/unreferenced/${companyId}/`;

async function markNames(state: State, companyId: number): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of state.objects.list(marksPrefix(state, companyId))) names.push(name);
  return names.sort();
}

/** The newest complete list of marks. */
function readMarks(state: State, companyId: number): Promise<ReadonlyMap<string, number>> {
  return reached(state, async () => {
    const newest = (await markNames(state, companyId)).at(-1);
    const path = workFile(state);
    if (newest === undefined || !(await get(state, newest, { path }))) return new Map();
    try {
      return new Map(Object.entries((await Bun.file(path).json()) as Record<string, number>));
    } finally {
      await rm(path, { force: true });
    }
  });
}

/** Stores the new list before the old ones are removed, so that there is always a complete one. */
function writeMarks(state: State, companyId: number, marks: ReadonlyMap<string, number>): Promise<void> {
  return reached(state, async () => {
    const before = await markNames(state, companyId);
    if (marks.size > 0) {
      const at = String(state.now()).padStart(14, "0");
      const path = workFile(state);
      await Bun.write(path, JSON.stringify(Object.fromEntries(marks)));
      try {
        await put(state, `${marksPrefix(state, companyId)}${at}-${newUuid()}`, path);
      } finally {
        await rm(path, { force: true });
      }
    }
    for (const name of before) await state.objects.remove(name);
  });
}
