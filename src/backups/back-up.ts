import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import product from "#package.json" with { type: "json" };
import { randomCode } from "#platform/ids.ts";
import type { Secrets } from "#platform/secrets.ts";
import { DirectoryInUse, lockDirectory } from "#tenants/lock.ts";
import { copyCompany, hashOf, type Sink } from "./archive/copy-company.ts";
import { copyDatabase } from "./archive/copy-database.ts";
import { BackupError } from "./archive/error.ts";
import { type ArchiveFile, type CompanyOutcome, FORMAT, type RunManifest } from "./archive/manifest.ts";
import { mediaFiles } from "./archive/media-files.ts";
import { pack } from "./archive/pack.ts";
import { fingerprint, type WrappedKey } from "./archive/passphrase.ts";
import { companiesOf, companyRows, withSystem } from "./archive/system-rows.ts";
import { removeOld } from "./retention.ts";
import {
  companyFolder,
  holds,
  listedMedia,
  listStamps,
  mediaFolder,
  PICTURES,
  readRun,
  runFolder,
  stampAt,
} from "./runs.ts";
import type { Store } from "./store/store.ts";

/** So many earlier backups are asked for what lies in the store already. */
const LOOKED_AT = 5;

export interface BackUpOptions {
  readonly dataDirectory: string;
  readonly store: Store;
  readonly secrets: Secrets;
  /** The installation key under a passphrase, to lie in the backup; null = whoever restores must bring the key. */
  readonly wrappedKey: WrappedKey | null;
  /** Backups to keep; 0 = all. */
  readonly keep: number;
  /** One company instead of the installation. */
  readonly only?: number | undefined;
  readonly now: () => number;
  /** Hears what is being done. */
  readonly onCompany?: (outcome: CompanyOutcome) => void;
}

export interface BackUpResult {
  readonly run: RunManifest;
  /** Put into the store by this backup; media that lay there already are not sent again. */
  readonly bytes: number;
  /** Backups removed because newer ones are enough. */
  readonly removed: number;
}

/**
 * Copies every company, then the system file, while the server runs or not. One damaged company does not stop the
 * others: its outcome says why. Throws BackupError when nothing can be backed up, or another backup is running.
 */
export async function backUp(options: BackUpOptions): Promise<BackUpResult> {
  const { dataDirectory, store, now, secrets, only } = options;
  const unlock = lock(join(dataDirectory, "work"));
  const work = join(dataDirectory, "work", `backup-${randomCode(8)}`);
  try {
    mkdirSync(work, { recursive: true, mode: 0o700 });
    const madeAt = new Date(now()).toISOString();
    const counted = countBytes(store);
    const stamps = await listStamps(store);
    const stamp = freeStamp(stamps, now());
    const earlier = await Promise.all(stamps.slice(0, LOOKED_AT).map((one) => readRun(store, one)));
    const companies: CompanyOutcome[] = [];
    const copyAll = async (ids: readonly { id: number; name: string }[]) => {
      for (const { id, name } of ids) {
        if (companies.some((done) => done.id === id)) continue;
        const known = await knownMedia(store, earlier, id);
        const outcome = await copyOne({ ...options, store: counted.store }, { id, name, stamp, work, known });
        companies.push(outcome);
        options.onCompany?.(outcome);
      }
    };
    const all = withSystem(dataDirectory, companiesOf);
    const wanted = only === undefined ? all : all.filter(({ id }) => id === only);
    if (wanted.length === 0 && only !== undefined) throw new BackupError(`there is no company ${only}`);
    await copyAll(wanted);
    // Last: every login of a copied user is in it. Who came meanwhile is copied now.
    const system = only === undefined ? await copySystem(options, stamp, work, counted.store) : null;
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
    const removed = await removeOld(store, options.keep, new Set(all.map(({ id }) => id)));
    return { run, bytes: counted.bytes(), removed };
  } finally {
    rmSync(work, { recursive: true, force: true });
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

interface One {
  readonly id: number;
  readonly name: string;
  readonly stamp: string;
  readonly work: string;
  readonly known: ReadonlyMap<string, ArchiveFile>;
}

async function copyOne(
  options: BackUpOptions,
  { id, name, stamp, work, known }: One,
): Promise<CompanyOutcome> {
  const { store, dataDirectory, secrets, now } = options;
  const folder = companyFolder(stamp, id);
  const sink: Sink = {
    put: (file, path) => store.put(`${folder}/${file}`, path),
    async keep(file) {
      const sha256 = await hashOf(file.path);
      await store.putUnchanging(`${mediaFolder(id)}/${file.name}`, file.path);
      return sha256;
    },
  };
  try {
    const rows = withSystem(dataDirectory, (system) => companyRows(system, id));
    const manifest = await copyCompany({
      dataDirectory,
      id,
      rows,
      work: join(work, String(id)),
      sink,
      key: fingerprint(secrets),
      known,
      now,
    });
    const path = join(work, "company.json");
    await Bun.write(path, JSON.stringify(manifest, null, 1));
    await store.put(`${folder}/manifest.json`, path);
    const bytes = manifest.files.reduce((sum, { size }) => sum + size, manifest.media.bytes);
    return { id, name, error: null, bytes };
  } catch (error) {
    return { id, name, error: (error as Error).message, bytes: 0 };
  }
}

async function copySystem(
  { dataDirectory }: BackUpOptions,
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

/** The name of a backup begun now; two of one moment get two names. */
function freeStamp(stamps: readonly string[], nowMs: number): string {
  let at = nowMs;
  while (stamps.includes(stampAt(at))) at += 1;
  return stampAt(at);
}

/** Media that the last backup of the company lists and that still lie there as it says. */
async function knownMedia(
  store: Store,
  earlier: readonly RunManifest[],
  id: number,
): Promise<ReadonlyMap<string, ArchiveFile>> {
  const run = earlier.find((one) => holds(one, id));
  const known = new Map<string, ArchiveFile>();
  if (!run) return known;
  const folder = `${mediaFolder(id)}/`;
  const there = new Map<string, number>();
  for await (const { name, size } of store.list(folder)) there.set(name.slice(folder.length), size);
  const listing = `${companyFolder(run.stamp, id)}/media.jsonl.zst`;
  for await (const file of listedMedia(() => store.read(listing)))
    if (there.get(file.name) === file.size) known.set(file.name, file);
  return known;
}

/** The same store, with what goes into it counted. */
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
