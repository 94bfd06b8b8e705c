import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { OperatorError } from "#platform/errors.ts";
import { randomCode } from "#platform/ids.ts";
import { createSecrets, type Secrets } from "./secrets.ts";

/** The current installation key, and the older ones while secrets encrypted with them may exist. */
export interface KeyRing {
  readonly current: string;
  readonly older: readonly string[];
}

/** The configuration values that locate the keys. */
export interface KeyPlace {
  readonly dataDir: string;
  readonly appSecret: string | null;
  readonly appSecretOld: string | null;
}

const KEY = "secret.key";
/** Keys whose secrets are being re-encrypted; empty when all are done. */
const OLDER = "secret.key.older";
/** A key with which nothing in the installation is encrypted any more; earlier backups may need it. */
const RETIRED = "secret.key.retired-";

/** Minimum length of a key, characters, because a shorter one can be guessed; generated keys have 43. */
export const MIN_KEY_LENGTH = 16;

/**
 * The key of `APP_SECRET`, otherwise of `secret.key` in the data directory, which is created at the first start (mode
 * 0600). Throws OperatorError for a file without a key: with an empty key anyone could forge login sessions.
 */
export function readInstallationKey(fromEnvironment: string | null | undefined, path: string): string {
  if (fromEnvironment) return fromEnvironment;
  if (!existsSync(path)) writeSafely(path, [randomCode()]);
  const key = readFileSync(path, "utf8").trim();
  if (key.length < MIN_KEY_LENGTH)
    throw new OperatorError(
      `${path} contains no key: restore the key file of this data (a backup made with BACKUP_PASSPHRASE contains it); without any data yet, remove the file`,
    );
  return key;
}

const linesOf = (path: string): readonly string[] =>
  existsSync(path)
    ? readFileSync(path, "utf8")
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean)
    : [];

/** All keys of an installation; creates the first one. */
export function readKeyRing({ dataDir, appSecret, appSecretOld }: KeyPlace): KeyRing {
  const current = readInstallationKey(appSecret, join(dataDir, KEY));
  const older = [...(appSecretOld === null ? [] : [appSecretOld]), ...linesOf(join(dataDir, OLDER))];
  return { current, older: [...new Set(older)].filter((key) => key !== current) };
}

/** The secrets of an installation; older keys still decrypt. */
export function secretsOf(place: KeyPlace): Secrets {
  const { current, older } = readKeyRing(place);
  return createSecrets(current, older);
}

/**
 * Replaces `secret.key` by a new key. The old key is first added to the file of older keys, so that after a power
 * failure every key in use is in one of the two files.
 */
export function replaceKey(place: KeyPlace): void {
  const { current, older } = readKeyRing(place);
  writeSafely(join(place.dataDir, OLDER), [current, ...older]);
  writeSafely(join(place.dataDir, KEY), [randomCode()]);
}

/**
 * Called when nothing is encrypted with the older keys any more: moves each to its own file. Returns the names
 * of the files.
 */
export function retireOlder({ dataDir }: KeyPlace): readonly string[] {
  const names = linesOf(join(dataDir, OLDER)).map((key) => {
    const name = `${RETIRED}${createSecrets(key).keyId}`;
    writeSafely(join(dataDir, name), [key]);
    return name;
  });
  rmSync(join(dataDir, OLDER), { force: true });
  return names;
}

/** Retired keys, for backups made while they were in use. */
export function retiredKeys(dataDir: string): readonly string[] {
  if (!existsSync(dataDir)) return [];
  return readdirSync(dataDir)
    .filter((name) => name.startsWith(RETIRED))
    .flatMap((name) => linesOf(join(dataDir, name)));
}

/** Writes a temporary file, flushes it and renames it, so that a crash never leaves part of a key. */
function writeSafely(path: string, lines: readonly string[]): void {
  const beside = `${path}.new`;
  try {
    const file = openSync(beside, "w", 0o600);
    try {
      writeFileSync(file, `${lines.join("\n")}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    chmodSync(beside, 0o600);
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
  syncDirectory(dirname(path));
}

/** Flushes the directory, so that the renamed file is durable before the next one is written. */
function syncDirectory(path: string): void {
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
