import { createZstdDecompress } from "node:zlib";
import { BackupError } from "#operations/backups/archive/errors.ts";
import {
  type ArchiveFile,
  RunManifest,
  readFileLine,
  readManifest,
} from "#operations/backups/archive/manifest.ts";
import { readText, type Store } from "#operations/backups/store/store.ts";

/** `20261122T050000123Z`: sorts by time. */
export const stampAt = (ms: number): string => new Date(ms).toISOString().replace(/[-:.]/g, "");

export const runFolder = (stamp: string): string => `runs/${stamp}`;
export const companyFolder = (stamp: string, id: number): string => `runs/${stamp}/companies/${id}`;
export const mediaFolder = (id: number): string => `media/${id}`;
/** Pictures of announcements, which belong to no company. */
export const PICTURES = "media/announcements";

const OF_RUN = /^runs\/(\d{8}T\d{9}Z)\/(.*)$/;

/** Stamps of all backups, the newest first; one without its manifest was never finished. */
export async function listRuns(
  store: Store,
): Promise<{ readonly finished: readonly string[]; readonly unfinished: readonly string[] }> {
  const finished = new Set<string>();
  const begun = new Set<string>();
  for await (const { name } of store.list("runs/")) {
    const [, stamp, file] = OF_RUN.exec(name) ?? [];
    if (!stamp) continue;
    begun.add(stamp);
    if (file === "manifest.json") finished.add(stamp);
  }
  const newestFirst = (stamps: ReadonlySet<string>) => [...stamps].sort().reverse();
  return { finished: newestFirst(finished), unfinished: newestFirst(begun.difference(finished)) };
}

/** Stamps of all finished backups, the newest first. */
export const listStamps = async (store: Store): Promise<readonly string[]> =>
  (await listRuns(store)).finished;

/** The manifest of a backup. Throws BackupError naming it when the manifest is damaged or missing. */
async function readRun(store: Store, stamp: string): Promise<RunManifest> {
  const read = await tryRun(store, stamp);
  if ("problem" in read) throw new BackupError(read.problem);
  return read;
}

/**
 * Returns the problem of a damaged backup instead of throwing, so that one damaged backup does not block the next one. Throws
 * BackupError when the store does not respond.
 */
export async function tryRun(
  store: Store,
  stamp: string,
): Promise<RunManifest | { readonly problem: string }> {
  const text = await readText(store, `${runFolder(stamp)}/manifest.json`);
  try {
    return readManifest(RunManifest, text);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return { problem: `backup ${stamp}: ${error.message}` };
  }
}

/** The readable backups among `stamps`. */
export async function readableRuns(store: Store, stamps: readonly string[]): Promise<readonly RunManifest[]> {
  const runs = await Promise.all(stamps.map((stamp) => tryRun(store, stamp)));
  return runs.flatMap((run) => ("problem" in run ? [] : [run]));
}

/**
 * The newest backup with the requested content (the whole installation, or one company), or the one named. One that
 * cannot be read is skipped and reported to `onProblem`, unless it was named. Throws BackupError when there is none.
 */
export async function findRun(
  store: Store,
  wanted: { readonly stamp?: string | undefined; readonly company?: number | undefined },
  onProblem: (problem: string) => void = () => {},
): Promise<RunManifest> {
  const stamps = await listStamps(store);
  if (wanted.stamp !== undefined && !stamps.includes(wanted.stamp))
    throw new BackupError(`there is no backup ${wanted.stamp} in ${store.place}`);
  for (const stamp of wanted.stamp === undefined ? stamps : [wanted.stamp]) {
    const run = wanted.stamp === undefined ? await tryRun(store, stamp) : await readRun(store, stamp);
    if ("problem" in run) onProblem(run.problem);
    else if (wanted.company === undefined ? run.system !== null : hasCompany(run, wanted.company)) return run;
  }
  const { stamp, company } = wanted;
  const what = company === undefined ? "the installation" : `company ${company}`;
  if (stamp === undefined) throw new BackupError(`there is no backup of ${what} in ${store.place}`);
  const hint = company === undefined ? ": --company <number> takes one of the companies in it" : "";
  throw new BackupError(`backup ${stamp} contains no complete copy of ${what}${hint}`);
}

export const hasCompany = (run: RunManifest, company: number): boolean =>
  run.companies.some(({ id, error }) => id === company && error === null);

/** Longest line of `media.jsonl`, bytes: a name of 400 characters and its hash are shorter. */
const MAX_LINE = 4096;

async function* lines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const piece of source) {
    let start = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, start)) {
      yield Buffer.concat([rest, piece.subarray(start, end)]).toString("utf8");
      rest = Buffer.alloc(0);
      start = end + 1;
    }
    rest = Buffer.concat([rest, piece.subarray(start)]);
    if (rest.length > MAX_LINE) throw new BackupError("media.jsonl has a line that is too long");
  }
  if (rest.length > 0) yield rest.toString("utf8");
}

/** The media of a company as a backup lists them. Throws BackupError when the list is damaged. */
export async function* listedMedia(read: () => ReturnType<Store["read"]>): AsyncGenerator<ArchiveFile> {
  const packed = await read();
  const plain = createZstdDecompress();
  packed.on("error", (error) => plain.destroy(error));
  try {
    for await (const line of lines(packed.pipe(plain))) if (line !== "") yield readFileLine(line);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`media.jsonl cannot be read: ${(error as Error).message}`);
  }
}
