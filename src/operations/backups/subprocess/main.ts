import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import type { Config } from "#config.ts";
import { BackupError } from "#operations/backups/archive/errors.ts";
import { wrapKey } from "#operations/backups/archive/passphrase.ts";
import type { MediaStorage } from "#operations/backups/archive/stored-media.ts";
import { companiesOf, withSystem } from "#operations/backups/archive/system-rows.ts";
import { exportCompany } from "#operations/backups/exports/export-company.ts";
import { inspectArchive, unpackCompany } from "#operations/backups/imports/unpack-company.ts";
import { backUp } from "#operations/backups/run/back-up.ts";
import { storeOf } from "#operations/backups/target.ts";
import { readInstallationKey, secretsOf } from "#platform/crypto/key-ring.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import type { Task, TaskMessage } from "./protocol.ts";

/** Minimum time between two progress messages, ms. */
const TELL_MS = 250;

/** The key of an existing installation; never creates one. Throws BackupError. */
function installationKey({ dataDir, appSecret }: Config): string {
  const path = join(dataDir, "secret.key");
  if (appSecret === null && !existsSync(path))
    throw new BackupError(`${path} is missing, and APP_SECRET is not set`);
  return readInstallationKey(appSecret, path);
}

/** The secrets of an existing installation. Throws BackupError. */
export function installationSecrets(config: Config): Secrets {
  installationKey(config);
  return secretsOf(config);
}

/** The key as stored in a backup: encrypted by the passphrase, or null. */
export const wrappedKeyOf = (config: Config) =>
  config.backupPassphrase === null ? null : wrapKey(installationKey(config), config.backupPassphrase);

/** Opens the storage of media for the time of some work. */
type WithMedia = <T>(config: Config, work: (media: MediaStorage | null) => Promise<T>) => Promise<T>;

/** Runs one task at low priority and reports progress; returns the exit code. */
export async function runTask(
  task: Task,
  say: (told: TaskMessage) => void,
  withMedia: WithMedia,
): Promise<number> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const started = Date.now();
  const now = () => task.nowMs + Date.now() - started;
  try {
    const readsMedia = task.kind === "backup" || task.kind === "export";
    const work = (media: MediaStorage | null) => doTask(task, { now, say, media });
    say(readsMedia ? await withMedia(task.config, work) : await work(null));
    return 0;
  } catch (error) {
    if (!(error instanceof BackupError)) process.stderr.write(`${(error as Error).stack}\n`);
    const trouble = error instanceof BackupError ? error.trouble : "failed";
    say({ failed: (error as Error).message, trouble });
    return 1;
  }
}

interface Work {
  readonly now: () => number;
  readonly say: (told: TaskMessage) => void;
  readonly media: MediaStorage | null;
}

async function doTask(task: Task, { now, say, media: storage }: Work): Promise<TaskMessage> {
  const { config } = task;
  const secrets = installationSecrets(config);
  if (task.kind === "backup") {
    const total = withSystem(config.dataDir, companiesOf).length;
    let done = 0;
    say({ progress: { done, total } });
    return {
      backedUp: await backUp({
        dataDirectory: config.dataDir,
        store: storeOf(config),
        secrets,
        wrappedKey: wrappedKeyOf(config),
        keep: config.backupKeep,
        media: storage,
        now,
        onCompany() {
          done += 1;
          say({ progress: { done, total: Math.max(done, total) } });
        },
      }),
    };
  }
  if (task.kind === "look") return { content: await inspectArchive(task.path) };
  const onProgress = every(TELL_MS, (done, total) => say({ progress: { done, total } }));
  if (task.kind === "import") return { staged: await unpackCompany({ ...task, secrets, now, onProgress }) };
  const { media } = await exportCompany({
    dataDirectory: config.dataDir,
    id: task.id,
    path: task.path,
    secrets,
    passphrase: task.passphrase,
    media: storage,
    now,
    onProgress,
  });
  return { exported: { media } };
}

/** Returns a function that passes progress on to `tell`, at most once in `ms`. */
function every(ms: number, tell: (done: number, total: number) => void): typeof tell {
  let toldAt = 0;
  return (done, total) => {
    if (Date.now() - toldAt < ms) return;
    toldAt = Date.now();
    tell(done, total);
  };
}
