import type { RunManifest } from "./archive/manifest.ts";
import {
  companyFolder,
  holds,
  listedMedia,
  listStamps,
  mediaFolder,
  PICTURES,
  readRun,
  runFolder,
} from "./runs.ts";
import type { Store } from "./store/store.ts";

/**
 * Removes backups beyond the newest `keep`, but never the last good one of the installation or of a company that still
 * exists; then the media that no backup lists any more. Answers how many backups went.
 */
export async function removeOld(store: Store, keep: number, companies: ReadonlySet<number>): Promise<number> {
  if (keep === 0) return 0;
  const stamps = await listStamps(store);
  if (stamps.length <= keep) return 0;
  const runs: RunManifest[] = [];
  for (const stamp of stamps) runs.push(await readRun(store, stamp));
  const kept = runs.filter((run, at) => at < keep || isLast(run, runs.slice(0, at), companies));
  const gone = runs.filter((run) => !kept.includes(run));
  for (const { stamp } of gone) await removeRun(store, stamp);
  const touched = new Set(gone.flatMap((run) => run.companies.map(({ id }) => id)));
  for (const id of touched) await removeMedia(store, id, kept);
  const pictures = new Set(kept.flatMap((run) => run.pictures.map(({ name }) => name)));
  if (gone.length > 0) await removeUnlisted(store, `${PICTURES}/`, pictures);
  return gone.length;
}

/** Nothing newer holds what this one holds. */
function isLast(run: RunManifest, newer: readonly RunManifest[], companies: ReadonlySet<number>): boolean {
  if (run.system !== null && !newer.some(({ system }) => system !== null)) return true;
  return run.companies.some(
    ({ id, error }) => error === null && companies.has(id) && !newer.some((other) => holds(other, id)),
  );
}

async function removeRun(store: Store, stamp: string): Promise<void> {
  const folder = runFolder(stamp);
  // First: without it the rest is no backup any more.
  await store.remove(`${folder}/manifest.json`);
  const names: string[] = [];
  for await (const { name } of store.list(`${folder}/`)) names.push(name);
  for (const name of names) await store.remove(name);
}

async function removeMedia(store: Store, id: number, kept: readonly RunManifest[]): Promise<void> {
  const listed = new Set<string>();
  for (const run of kept) {
    if (!holds(run, id)) continue;
    const listing = `${companyFolder(run.stamp, id)}/media.jsonl.zst`;
    for await (const { name } of listedMedia(() => store.read(listing))) listed.add(name);
  }
  await removeUnlisted(store, `${mediaFolder(id)}/`, listed);
}

async function removeUnlisted(store: Store, folder: string, listed: ReadonlySet<string>): Promise<void> {
  const gone: string[] = [];
  for await (const { name } of store.list(folder))
    if (!listed.has(name.slice(folder.length))) gone.push(name);
  for (const name of gone) await store.remove(name);
}
