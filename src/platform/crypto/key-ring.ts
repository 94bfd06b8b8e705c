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

/** The key things are sealed with, and those it took the place of while something under them may be left. */
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
/** A key nothing in the installation is sealed with any more; backups made before may need it. */
const RETIRED = "secret.key.retired-";

/** A shorter one can be guessed; what is made here has 43 characters. */
export const MIN_KEY_LENGTH = 16;

/**
 * The key of `APP_SECRET`, else of `secret.key` in the data directory, made on the first start (mode 0600). Throws
 * OperatorError for a file without a key: with an empty key anyone could forge sessions.
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

/** All keys of an installation; makes the first one. */
export function readKeyRing({ dataDir, appSecret, appSecretOld }: KeyPlace): KeyRing {
  const current = readInstallationKey(appSecret, join(dataDir, KEY));
  const older = [...(appSecretOld === null ? [] : [appSecretOld]), ...linesOf(join(dataDir, OLDER))];
  return { current, older: [...new Set(older)].filter((key) => key !== current) };
}

/** The secrets of an installation, older keys included. */
export function secretsOf(place: KeyPlace): Secrets {
  const { current, older } = readKeyRing(place);
  return createSecrets(current, older);
}

/**
 * A new key takes the place of `secret.key`, which is kept among the older ones first: whenever the power goes, every
 * key that sealed something is in one of the two files.
 */
export function replaceKey(place: KeyPlace): void {
  const { current, older } = readKeyRing(place);
  writeSafely(join(place.dataDir, OLDER), [current, ...older]);
  writeSafely(join(place.dataDir, KEY), [randomCode()]);
}

/**
 * Nothing is sealed with the older keys any more: each that lay in the directory goes to a file of its own. Answers their
 * names.
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

/** Keys that were retired, for backups made under them. */
export function retiredKeys(dataDir: string): readonly string[] {
  if (!existsSync(dataDir)) return [];
  return readdirSync(dataDir)
    .filter((name) => name.startsWith(RETIRED))
    .flatMap((name) => linesOf(join(dataDir, name)));
}

/** Written beside, flushed and put in place: there is never half a key. */
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

/** The names on the disk too, in the order of the calls: the next file may count on this one being there. */
function syncDirectory(path: string): void {
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
