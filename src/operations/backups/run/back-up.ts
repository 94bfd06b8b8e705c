import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "#operations/backups/archive/copy-company.ts";
import { copyDatabase } from "#operations/backups/archive/copy-database.ts";
import { BackupError } from "#operations/backups/archive/errors.ts";
import {
  type ArchiveFile,
  type CompanyOutcome,
  FORMAT,
  type RunManifest,
} from "#operations/backups/archive/manifest.ts";
import { mediaFiles } from "#operations/backups/archive/media-files.ts";
import { pack } from "#operations/backups/archive/pack.ts";
import { fingerprint, type WrappedKey } from "#operations/backups/archive/passphrase.ts";
import type { MediaStorage } from "#operations/backups/archive/stored-media.ts";
import { companiesOf, withSystem } from "#operations/backups/archive/system-rows.ts";
import type { Store } from "#operations/backups/store/store.ts";
import { sweepWorkDirectory } from "#operations/backups/work-directory.ts";
import product from "#package.json" with { type: "json" };
import type { Secrets } from "#platform/crypto/secrets.ts";
import { randomCode } from "#platform/ids.ts";
import { DirectoryInUse, lockDirectory } from "#tenants/lock.ts";
import { backUpCompany, knownMedia } from "./back-up-company.ts";
import { removeOld, removeRun, removeUnfinished } from "./retention.ts";
import { listRuns, PICTURES, readableRuns, runFolder, stampAt } from "./runs.ts";

/** Number of earlier backups searched for media that are already in the store. */
const LOOKED_AT = 5;

export interface BackUpOptions {
  readonly dataDirectory: string;
  readonly store: Store;
  readonly secrets: Secrets;
  /** The installation key encrypted by a passphrase, stored in the backup; null = a restore needs the key file. */
  readonly wrappedKey: WrappedKey | null;
  /** Backups to keep; 0 = all. */
  readonly keep: number;
  /** One company instead of the installation. */
  readonly only?: number | undefined;
  /** Where media are also stored; null = on this machine alone. */
  readonly media?: MediaStorage | null;
  readonly now: () => number;
  /** Called after each company. */
  readonly onCompany?: (outcome: CompanyOutcome) => void;
}

export interface BackUpResult {
  readonly run: RunManifest;
  /** Bytes stored by this backup; media that the store already has are not sent again. */
  readonly bytes: number;
  /** Number of old backups that were deleted. */
  readonly removed: number;
}

/**
 * Copies every company, then the system file, also while the server runs. One damaged company does not stop the
 * others: its outcome has the reason. Throws BackupError when nothing can be backed up, or another backup is running.
 */
export async function backUp(options: BackUpOptions): Promise<BackUpResult> {
  const { dataDirectory, store, now, secrets, only } = options;
  const unlock = lock(join(dataDirectory, "work"));
  sweepWorkDirectory(dataDirectory);
  const work = join(dataDirectory, "work", `backup-${randomCode(8)}`);
  let begun: string | null = null;
  try {
    mkdirSync(work, { recursive: true, mode: 0o700 });
    const madeAt = new Date(now()).toISOString();
    const counted = countBytes(store);
    const { finished: stamps, unfinished } = await listRuns(store);
    await removeUnfinished(store, unfinished, now());
    const stamp = freeStamp([...stamps, ...unfinished], now());
    begun = stamp;
    const earlier = await readableRuns(store, stamps.slice(0, LOOKED_AT));
    const companies: CompanyOutcome[] = [];
    const copyAll = async (ids: readonly { id: number; name: string }[]) => {
      for (const { id, name } of ids) {
        if (companies.some((done) => done.id === id)) continue;
        const known = await knownMedia(store, earlier, id);
        const outcome = await backUpCompany(
          { ...options, store: counted.store },
          { id, name, stamp, work, known },
        );
        companies.push(outcome);
        options.onCompany?.(outcome);
      }
    };
    const all = withSystem(dataDirectory, companiesOf);
    const wanted = only === undefined ? all : all.filter(({ id }) => id === only);
    if (wanted.length === 0 && only !== undefined) throw new BackupError(`there is no company ${only}`);
    await copyAll(wanted);
    // Copied last, so that it has the login of every copied user. Companies created meanwhile are copied now.
    const system = only === undefined ? await copySystem(dataDirectory, stamp, work, counted.store) : null;
    if (system) await copyAll(withSystem(dataDirectory, companiesOf));
    const pictures = system ? await copyPictures(dataDirectory, counted.store, earlier) : [];
    const run: RunManifest = {
      format: FORMAT,
      product: product.version,
      madeAt,
      key: fingerprint(secrets),
      wrappedKey: options.wrappedKey,
      stamp,
      system,
      companies,
      pictures: [...pictures],
    };
    const manifest = join(work, "manifest.json");
    await Bun.write(manifest, JSON.stringify(run, null, 1));
    await counted.store.put(`${runFolder(stamp)}/manifest.json`, manifest);
    begun = null;
    const removed = await removeOld(store, options.keep, new Set(all.map(({ id }) => id)));
    return { run, bytes: counted.bytes(), removed };
  } finally {
    rmSync(work, { recursive: true, force: true });
    // Removes the incomplete backup, which would use the space of the next one. An error here must not hide the first error.
    if (begun !== null) await removeRun(store, begun).catch(() => {});
    unlock();
  }
}

function lock(directory: string): () => void {
  try {
    return lockDirectory(directory);
  } catch (error) {
    if (error instanceof DirectoryInUse) throw new BackupError("another backup is running");
    throw error;
  }
}

/** The name of a backup started now; backups of the same millisecond get different names. */
function freeStamp(stamps: readonly string[], nowMs: number): string {
  let at = nowMs;
  while (stamps.includes(stampAt(at))) at += 1;
  return stampAt(at);
}

/** Wraps a store and counts the bytes written to it. */
function countBytes(store: Store): { readonly store: Store; readonly bytes: () => number } {
  let bytes = 0;
  const counting =
    (put: Store["put"]): Store["put"] =>
    async (name, path) => {
      await put(name, path);
      bytes += Bun.file(path).size;
    };
  return {
    bytes: () => bytes,
    store: { ...store, put: counting(store.put), putUnchanging: counting(store.putUnchanging) },
  };
}

/** Stores the system database. */
async function copySystem(
  dataDirectory: string,
  stamp: string,
  work: string,
  store: Store,
): Promise<NonNullable<RunManifest["system"]>> {
  const copy = join(work, "system.sqlite");
  const { schema, counts } = copyDatabase(join(dataDirectory, "system.sqlite"), copy);
  const measured = await pack(copy, `${copy}.zst`);
  await store.put(`${runFolder(stamp)}/system.sqlite.zst`, `${copy}.zst`);
  return { file: { name: "system.sqlite", ...measured }, database: { schema, counts: { ...counts } } };
}

/** Stores the pictures of announcements that are not in the store yet. */
async function copyPictures(
  dataDirectory: string,
  store: Store,
  earlier: readonly RunManifest[],
): Promise<readonly ArchiveFile[]> {
  const known = new Map(
    earlier.flatMap(({ pictures }) => pictures.map((file) => [file.name, file] as const)),
  );
  const found: ArchiveFile[] = [];
  for (const { name, path, size } of mediaFiles(join(dataDirectory, "announcements"))) {
    const before = known.get(name);
    if (before?.size === size) {
      found.push(before);
      continue;
    }
    const sha256 = await hashOf(path);
    await store.putUnchanging(`${PICTURES}/${name}`, path);
    found.push({ name, size, sha256 });
  }
  return found;
}
