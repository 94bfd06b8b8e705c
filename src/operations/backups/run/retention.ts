import { BackupError } from "#operations/backups/archive/errors.ts";
import { CompanyManifest, type RunManifest, readManifest } from "#operations/backups/archive/manifest.ts";
import { readText, type Store } from "#operations/backups/store/store.ts";
import {
  companyFolder,
  hasCompany,
  listedMedia,
  listStamps,
  mediaFolder,
  PICTURES,
  readableRuns,
  runFolder,
  stampAt,
} from "./runs.ts";

const DAY_MS = 24 * 60 * 60_000;

/**
 * Removes backups except the newest `keep`, but never the last good one of the installation or of a company that
 * still exists; then deletes the media that no backup lists any more. Returns how many backups were removed.
 */
export async function removeOld(store: Store, keep: number, companies: ReadonlySet<number>): Promise<number> {
  if (keep === 0) return 0;
  const stamps = await listStamps(store);
  if (stamps.length <= keep) return 0;
  const runs = await readableRuns(store, stamps);
  const kept = runs.filter(
    (run, at) => stamps.indexOf(run.stamp) < keep || isLast(run, runs.slice(0, at), companies),
  );
  const wanted = new Set([...stamps.slice(0, keep), ...kept.map(({ stamp }) => stamp)]);
  const gone = stamps.filter((stamp) => !wanted.has(stamp));
  for (const stamp of gone) await removeRun(store, stamp);
  // The media of a kept backup that cannot be read are unknown, so no media are deleted.
  if (gone.length > 0 && kept.length === wanted.size)
    await removeMediaOf(
      store,
      runs.filter(({ stamp }) => gone.includes(stamp)),
      kept,
    );
  return gone.length;
}

async function removeMediaOf(
  store: Store,
  gone: readonly RunManifest[],
  kept: readonly RunManifest[],
): Promise<void> {
  const touched = new Set(gone.flatMap((run) => run.companies.map(({ id }) => id)));
  for (const id of touched) await removeMedia(store, id, kept);
  const pictures = new Set(kept.flatMap((run) => run.pictures.map(({ name }) => name)));
  await removeUnlisted(store, `${PICTURES}/`, pictures);
}

/** Deletes backups that were killed before their end. Those of the last day may still be running on another machine. Must not run
 * beside another backup. */
export async function removeUnfinished(
  store: Store,
  stamps: readonly string[],
  nowMs: number,
): Promise<void> {
  const young = stampAt(nowMs - DAY_MS);
  for (const stamp of stamps) if (stamp < young) await removeRun(store, stamp);
}

/** Whether this backup is the last one with the system file or with the data of a company that still exists. */
function isLast(run: RunManifest, newer: readonly RunManifest[], companies: ReadonlySet<number>): boolean {
  if (run.system !== null && !newer.some(({ system }) => system !== null)) return true;
  return run.companies.some(
    ({ id, error }) => error === null && companies.has(id) && !newer.some((other) => hasCompany(other, id)),
  );
}

/** Deletes one backup, finished or not. */
export async function removeRun(store: Store, stamp: string): Promise<void> {
  const folder = runFolder(stamp);
  // Deleted first: without the manifest the remaining files do not count as a backup.
  await store.remove(`${folder}/manifest.json`);
  const names: string[] = [];
  for await (const { name } of store.list(`${folder}/`)) names.push(name);
  for (const name of names) await store.remove(name);
}

/**
 * Deletes media that no kept backup lists; none when one list cannot be read completely, because it may name any of
 * them.
 */
async function removeMedia(store: Store, id: number, kept: readonly RunManifest[]): Promise<void> {
  const listed = new Set<string>();
  for (const run of kept) {
    if (!hasCompany(run, id)) continue;
    try {
      for (const name of await namesIn(store, run.stamp, id)) listed.add(name);
    } catch (error) {
      if (error instanceof BackupError) return;
      throw error;
    }
  }
  await removeUnlisted(store, `${mediaFolder(id)}/`, listed);
}

/** The media a backup lists of a company. Throws BackupError when their number differs from the manifest. */
async function namesIn(store: Store, stamp: string, id: number): Promise<readonly string[]> {
  const folder = companyFolder(stamp, id);
  const { media } = readManifest(CompanyManifest, await readText(store, `${folder}/manifest.json`));
  const names: string[] = [];
  for await (const { name } of listedMedia(() => store.read(`${folder}/media.jsonl.zst`))) names.push(name);
  if (names.length !== media.files) throw new BackupError("media.jsonl differs from the manifest");
  return names;
}

async function removeUnlisted(store: Store, folder: string, listed: ReadonlySet<string>): Promise<void> {
  const gone: string[] = [];
  for await (const { name } of store.list(folder))
    if (!listed.has(name.slice(folder.length))) gone.push(name);
  for (const name of gone) await store.remove(name);
}
