import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BackupError, isRefusal } from "#operations/backups/archive/errors.ts";
import type { RunManifest } from "#operations/backups/archive/manifest.ts";
import { copyMeasured } from "#operations/backups/archive/pack.ts";
import { fingerprint, unwrapKey } from "#operations/backups/archive/passphrase.ts";
import { type Reseal, resealDatabase } from "#operations/backups/archive/reseal.ts";
import { alter, resealStaged, type Staged, stageCompany } from "#operations/backups/archive/stage.ts";
import { inBackup } from "#operations/backups/archive/tar.ts";
import { PICTURES } from "#operations/backups/run/runs.ts";
import type { Store } from "#operations/backups/store/store.ts";
import { withDraftFile } from "#operations/backups/work-directory.ts";
import { readInstallationKey, retiredKeys } from "#platform/crypto/key-ring.ts";
import { createSecrets } from "#platform/crypto/secrets.ts";
import { lockDirectory } from "#tenants/lock.ts";
import { copyErasures } from "./copy-erasures.ts";
import { stageSystem } from "./verify.ts";

export interface RestoreOptions {
  readonly dataDirectory: string;
  readonly store: Store;
  readonly run: RunManifest;
  /** `APP_SECRET`, when the installation key comes from the environment. */
  readonly appSecret: string | null;
  /** Decrypts the key in the backup. */
  readonly passphrase: string | null;
  /** Reads and checks everything, restores nothing. */
  readonly dryRun: boolean;
  /** Moves existing data aside; without it an existing installation is not changed. */
  readonly overwrite: boolean;
  /**
   * Jobs scheduled for every restored company, so that work that fell due between the copies of its files is done.
   */
  readonly jobs: readonly string[];
  /** Prepares the staged installation before it replaces what is there: nothing may be sent automatically. */
  readonly prepare?: (directory: string) => void;
  readonly now: () => number;
  readonly onLine: (line: string) => void;
}

/** Files and folders that a restore moves aside before it replaces them. */
const REPLACED = ["system.sqlite", "system.sqlite-wal", "system.sqlite-shm", "companies", "announcements"];
/** Tables that are filled again by counting in the restored companies. */
const RECOUNTED = ["company_digest", "company_figure", "company_day"];

/**
 * Restores a whole installation. Returns every problem; companies with a problem are not restored, the others are.
 * A dry run is possible while the server runs. Throws BackupError when nothing was changed, for example when the disk is full
 * or the store does not respond; DirectoryInUse while the server runs on the directory.
 */
export async function restoreAll(options: RestoreOptions): Promise<readonly string[]> {
  const { dataDirectory, dryRun, overwrite, onLine } = options;
  const unlock = dryRun ? () => {} : lockDirectory(dataDirectory);
  try {
    if (!dryRun && !overwrite && existsSync(join(dataDirectory, "system.sqlite")))
      throw new BackupError(`${dataDirectory} has an installation already; --overwrite moves its data aside`);
    const key = keyFor(options);
    const work = withDraftFile(dataDirectory, "restore");
    try {
      const problems = await stageAll(options, work.path, key.reseal);
      if (dryRun) return problems;
      options.prepare?.(work.path);
      key.store();
      const aside = putInPlace(options, work.path);
      if (aside !== null) onLine(replacedDataNotice(aside));
      return problems;
    } finally {
      work.remove();
    }
  } finally {
    unlock();
  }
}

async function stageAll(
  { dataDirectory, store, run, now, jobs, onLine }: RestoreOptions,
  work: string,
  reseal: Reseal | null,
): Promise<readonly string[]> {
  const problems: string[] = [];
  await stageSystem(store, run, work).catch((error: Error) => {
    if (isRefusal(error)) throw error;
    throw new BackupError(`system.sqlite: ${error.message}`);
  });
  problems.push(...(await copyErasures({ dataDirectory, store, run, now: now() }, work)));
  const restored: number[] = [];
  for (const { id, name, error } of run.companies) {
    const directory = join(work, "companies", String(id));
    try {
      if (error !== null) throw new BackupError(`is not in this backup: ${error}`);
      const staged = await stageCompany(inBackup(store, run.stamp, id), directory, "all");
      if (reseal) resealStaged(directory, staged.manifest, reseal);
      restored.push(id);
      onLine(`company ${id} (${name}): ${describeStaged(staged)}`);
      problems.push(...missingOf(staged).map((problem) => `company ${id} (${name}): ${problem}`));
    } catch (cause) {
      rmSync(directory, { recursive: true, force: true });
      if (!(cause instanceof BackupError) || isRefusal(cause)) throw cause;
      problems.push(`company ${id} (${name}): ${cause.message}`);
    }
  }
  alter(join(work, "system.sqlite"), (db) => {
    if (reseal) resealDatabase(db, reseal);
    db.transaction(() => {
      for (const table of RECOUNTED)
        if (db.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(table))
          db.exec(`DELETE FROM ${table}`);
      const due = db.prepare(
        "INSERT OR REPLACE INTO scheduled_wakeup (company_id, job, at) VALUES (?, ?, ?)",
      );
      for (const id of restored) for (const job of jobs) due.run(id, job, now());
    })();
  });
  problems.push(...(await stagePictures(store, run, work)));
  return problems;
}

export const replacedDataNotice = (place: string): string => `what was there is in ${place}: yours to remove`;

/** Numbers of messages and files as text. */
export function describeStaged({ manifest, media }: Staged): string {
  const rows = Object.values(manifest.database.counts).reduce((sum, count) => sum + count, 0);
  const sessions = manifest.files.filter(({ name }) => name.endsWith("/session.sqlite")).length;
  const messages = manifest.database.counts["message"] ?? 0;
  return `${rows} rows, ${messages} messages, ${media.files} media files, ${sessions} sessions; integrity ok`;
}

export const missingOf = ({ missing }: Staged): readonly string[] =>
  missing.map((name) => `media/${name} is missing or damaged`);

async function stagePictures(store: Store, run: RunManifest, work: string): Promise<readonly string[]> {
  const problems: string[] = [];
  const directory = join(work, "announcements");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const { name, sha256 } of run.pictures) {
    const found = await store
      .read(`${PICTURES}/${name}`)
      .then((stream) => copyMeasured(stream, join(directory, name)))
      .catch((error: unknown) => {
        if (isRefusal(error)) throw error;
        return null;
      });
    if (found?.sha256 !== sha256) problems.push(`announcements/${name} is missing or damaged`);
  }
  return problems;
}

/**
 * Moves a staged installation into the data directory. Returns the path of the data that was there before; null = none.
 */
export function putInPlace(
  { dataDirectory, now }: Pick<RestoreOptions, "dataDirectory" | "now">,
  work: string,
): string | null {
  const stamp = new Date(now()).toISOString().replace(/[-:.]/g, "");
  const aside = join(dataDirectory, `before-restore-${stamp}`);
  for (const name of REPLACED) {
    if (!existsSync(join(dataDirectory, name))) continue;
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    renameSync(join(dataDirectory, name), join(aside, name));
  }
  // The system file is moved last: an interrupted restore leaves a directory that the next restore accepts.
  for (const name of ["companies", "announcements", "system.sqlite"])
    if (existsSync(join(work, name))) renameSync(join(work, name), join(dataDirectory, name));
  return existsSync(aside) ? aside : null;
}

interface Key {
  /** Null = the secrets need not be re-encrypted. */
  readonly reseal: Reseal | null;
  /** Writes the key file of the installation. */
  readonly store: () => void;
}

/** The key of the restored installation; throws BackupError when its secrets could not be read. */
function keyFor({ dataDirectory, run, appSecret, passphrase }: RestoreOptions): Key {
  const path = join(dataDirectory, "secret.key");
  const own = appSecret ?? (existsSync(path) ? readInstallationKey(null, path) : null);
  if (own !== null && fingerprint(createSecrets(own)) === run.key) return { reseal: null, store: () => {} };
  const key = openKey(run, passphrase, path);
  if (own !== null) return { reseal: { from: createSecrets(key), to: createSecrets(own) }, store: () => {} };
  return { reseal: null, store: () => writeFileSync(path, `${key}\n`, { mode: 0o600, flag: "wx" }) };
}

/** The installation key of the backup; throws a BackupError that names the needed key. */
export function openKey(run: RunManifest, passphrase: string | null, path: string): string {
  const retired = retiredKeys(dirname(path)).find((key) => fingerprint(createSecrets(key)) === run.key);
  if (retired !== undefined) return retired;
  if (!run.wrappedKey)
    throw new BackupError(
      `the secrets of this backup belong to another installation key: put the secret.key of that installation to ${path} (a retired one beside it, under its own name), or set its APP_SECRET`,
    );
  if (passphrase === null)
    throw new BackupError("the key of this backup is sealed with a passphrase: set BACKUP_PASSPHRASE");
  return unwrapKey(
    run.wrappedKey,
    passphrase,
    "BACKUP_PASSPHRASE is not the one this backup was made with; backups keep the passphrase of their day",
  );
}
