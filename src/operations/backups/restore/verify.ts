import { rmSync } from "node:fs";
import { join } from "node:path";
import { systemMigrations } from "#migrations/system/index.ts";
import { examine } from "#operations/backups/archive/copy-database.ts";
import { BackupError, isRefusal } from "#operations/backups/archive/errors.ts";
import { checkForeignDatabase } from "#operations/backups/archive/foreign-file.ts";
import type { RunManifest } from "#operations/backups/archive/manifest.ts";
import { measure, unpack } from "#operations/backups/archive/pack.ts";
import { compareCounts, refuseNewer, stageCompany } from "#operations/backups/archive/stage.ts";
import { inBackup } from "#operations/backups/archive/tar.ts";
import { listedMedia, mediaFolder, PICTURES, runFolder } from "#operations/backups/run/runs.ts";
import type { Store } from "#operations/backups/store/store.ts";
import { withDraftFile } from "#operations/backups/work-directory.ts";

export interface VerifyOptions {
  readonly store: Store;
  readonly run: RunManifest;
  /** Temporary files are created below it and removed. */
  readonly dataDirectory: string;
  /** Only this company. */
  readonly only?: number | undefined;
  /** Reads every media file, instead of only comparing its size. */
  readonly everyByte: boolean;
  readonly onLine?: (line: string) => void;
}

/**
 * Verifies a backup as a restore would, without restoring it. Returns every problem as a message; none means that it
 * can be restored. Throws BackupError when it cannot be verified: no disk space, or the store does not respond.
 */
export async function verify(options: VerifyOptions): Promise<readonly string[]> {
  const { store, run, only } = options;
  const problems: string[] = [];
  const draftOf = withDraftFile(options.dataDirectory, "verify");
  const work = draftOf.path;
  try {
    if (run.system && only === undefined)
      await collect(problems, "system.sqlite", () => stageSystem(store, run, work));
    for (const { id, name, error } of run.companies) {
      if (only !== undefined && id !== only) continue;
      if (error !== null) problems.push(`company ${id} (${name}) is not in it: ${error}`);
      else
        await collect(problems, `company ${id} (${name})`, () =>
          verifyCompany(options, id, name, join(work, String(id))),
        );
    }
    if (only === undefined) problems.push(...(await pictureProblems(store, run)));
  } finally {
    draftOf.remove();
  }
  return problems;
}

async function collect(
  problems: string[],
  what: string,
  work: () => Promise<readonly string[]>,
): Promise<void> {
  try {
    problems.push(...(await work()).map((problem) => `${what}: ${problem}`));
  } catch (error) {
    if (isRefusal(error)) throw error;
    problems.push(`${what}: ${(error as Error).message}`);
  }
}

/** Unpacks the system database and checks it against the manifest; throws BackupError when they differ. */
export async function stageSystem(
  store: Store,
  run: RunManifest,
  directory: string,
): Promise<readonly string[]> {
  if (!run.system) throw new BackupError("the system file is not in this backup");
  const { file, database } = run.system;
  refuseNewer(database.schema, systemMigrations);
  const path = join(directory, "system.sqlite");
  const found = await unpack(await store.read(`${runFolder(run.stamp)}/system.sqlite.zst`), path);
  if (found.sha256 !== file.sha256) throw new BackupError("differs from the manifest");
  checkForeignDatabase(path, systemMigrations);
  compareCounts(examine(path).counts, database.counts);
  return [];
}

async function verifyCompany(
  { store, run, everyByte, onLine }: VerifyOptions,
  id: number,
  name: string,
  directory: string,
): Promise<readonly string[]> {
  try {
    const { manifest } = await stageCompany(inBackup(store, run.stamp, id), directory, "databases");
    const problems = everyByte ? await readMedia(store, run.stamp, id) : await seeMedia(store, run.stamp, id);
    const rows = Object.values(manifest.database.counts).reduce((sum, count) => sum + count, 0);
    onLine?.(`company ${id} (${name}): ${rows} rows, ${manifest.media.files} media files`);
    return problems;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const listing = (store: Store, stamp: string, id: number) =>
  listedMedia(() => inBackup(store, stamp, id).read("media.jsonl.zst"));

async function seeMedia(store: Store, stamp: string, id: number): Promise<readonly string[]> {
  const folder = `${mediaFolder(id)}/`;
  const sizes = new Map<string, number>();
  for await (const { name, size } of store.list(folder)) sizes.set(name.slice(folder.length), size);
  const problems: string[] = [];
  for await (const { name, size } of listing(store, stamp, id))
    if (sizes.get(name) !== size) problems.push(`media/${name} is missing or has another size`);
  return problems;
}

async function readMedia(store: Store, stamp: string, id: number): Promise<readonly string[]> {
  const problems: string[] = [];
  for await (const { name, sha256 } of listing(store, stamp, id)) {
    try {
      const found = await measure(await store.read(`${mediaFolder(id)}/${name}`));
      if (found.sha256 !== sha256) problems.push(`media/${name} differs from the manifest`);
    } catch (error) {
      if (isRefusal(error)) throw error;
      problems.push(`media/${name}: ${(error as Error).message}`);
    }
  }
  return problems;
}

async function pictureProblems(store: Store, run: RunManifest): Promise<readonly string[]> {
  const sizes = new Map<string, number>();
  for await (const { name, size } of store.list(`${PICTURES}/`))
    sizes.set(name.slice(PICTURES.length + 1), size);
  return run.pictures
    .filter(({ name, size }) => sizes.get(name) !== size)
    .map(({ name }) => `announcements/${name} is missing or has another size`);
}
