import { createInterface } from "node:readline";
import { createZstdDecompress } from "node:zlib";
import { BackupError } from "./archive/error.ts";
import { type ArchiveFile, RunManifest, readFileLine, readManifest } from "./archive/manifest.ts";
import { readText, type Store } from "./store/store.ts";

/** `20261122T050000123Z`: sorts by time. */
export const stampAt = (ms: number): string => new Date(ms).toISOString().replace(/[-:.]/g, "");

export const runFolder = (stamp: string): string => `runs/${stamp}`;
export const companyFolder = (stamp: string, id: number): string => `runs/${stamp}/companies/${id}`;
export const mediaFolder = (id: number): string => `media/${id}`;
/** Pictures of announcements, which belong to no company. */
export const PICTURES = "media/announcements";

const RUN = /^runs\/(\d{8}T\d{9}Z)\/manifest\.json$/;

/** Stamps of all finished backups, the newest first. */
export async function listStamps(store: Store): Promise<readonly string[]> {
  const stamps: string[] = [];
  for await (const { name } of store.list("runs/")) {
    const [, stamp] = RUN.exec(name) ?? [];
    if (stamp) stamps.push(stamp);
  }
  return stamps.sort().reverse();
}

export const readRun = async (store: Store, stamp: string): Promise<RunManifest> =>
  readManifest(RunManifest, await readText(store, `${runFolder(stamp)}/manifest.json`));

/**
 * The newest backup that holds what is asked for (the whole installation, or one company), or the one named. Throws
 * BackupError when there is none.
 */
export async function findRun(
  store: Store,
  wanted: { readonly stamp?: string | undefined; readonly company?: number | undefined },
): Promise<RunManifest> {
  const stamps = await listStamps(store);
  if (wanted.stamp !== undefined && !stamps.includes(wanted.stamp))
    throw new BackupError(`there is no backup ${wanted.stamp} in ${store.place}`);
  for (const stamp of wanted.stamp === undefined ? stamps : [wanted.stamp]) {
    const run = await readRun(store, stamp);
    if (wanted.company === undefined ? run.system !== null : holds(run, wanted.company)) return run;
  }
  const what =
    wanted.company === undefined ? "backup of the installation" : `backup of company ${wanted.company}`;
  throw new BackupError(`there is no ${what} in ${store.place}`);
}

export const holds = (run: RunManifest, company: number): boolean =>
  run.companies.some(({ id, error }) => id === company && error === null);

/** The media of a company as a backup lists them. */
export async function* listedMedia(read: () => ReturnType<Store["read"]>): AsyncGenerator<ArchiveFile> {
  const plain = (await read()).pipe(createZstdDecompress());
  for await (const line of createInterface({ input: plain, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line !== "") yield readFileLine(line);
}
