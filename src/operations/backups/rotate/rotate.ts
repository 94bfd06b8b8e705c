import { existsSync } from "node:fs";
import { join } from "node:path";
import { isSealedWith, resealSession } from "#channels/connections/index.ts";
import { countSealed, resealDatabase } from "#operations/backups/archive/reseal.ts";
import { alter } from "#operations/backups/archive/stage.ts";
import { type KeyPlace, readKeyRing, replaceKey, retireOlder } from "#platform/crypto/key-ring.ts";
import { createSecrets, type Secrets } from "#platform/crypto/secrets.ts";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { type SealedFile, sealedFiles } from "./databases.ts";
import { openProgress } from "./progress.ts";

/** The result of one file. */
export interface Rotated {
  readonly name: string;
  /** Number of secrets that are encrypted with the current key, or would be in a dry run. */
  readonly sealed: number;
  /** Null = no problem. */
  readonly problem: string | null;
}

export interface RotateOptions {
  readonly place: KeyPlace;
  /** Only counts secrets; changes nothing. */
  readonly dryRun: boolean;
  readonly onFile: (file: Rotated) => void;
}

export interface RotateResult {
  readonly sealed: number;
  readonly problems: number;
  /** Files of keys that encrypt no secret any more; empty until all files are done, and after a dry run. */
  readonly retired: readonly string[];
}

/** True while a rotation is incomplete. */
export const isRotating = (place: KeyPlace): boolean =>
  existsSync(join(place.dataDir, "system.sqlite")) && readKeyRing(place).older.length > 0;

/** Replaces `secret.key` by a new key; `reencryptSecrets` then re-encrypts the secrets. */
export const beginRotation = replaceKey;

/**
 * Re-encrypts everything with the current key, file by file, each in one transaction: after a kill the next call continues
 * with the files that are not done. When all are, the older keys are retired; while one file cannot be read they stay,
 * and their secrets can still be decrypted. The caller holds the lock of the data directory.
 */
export function reencryptSecrets({ place, dryRun, onFile }: RotateOptions): RotateResult {
  const { current, older } = readKeyRing(place);
  const to = createSecrets(current);
  const from = createSecrets(current, older);
  const notes = openProgress(place.dataDir, to.keyId);
  let sealed = 0;
  let problems = 0;
  const keys = { from, to, older: older.map((key) => createSecrets(key)), dryRun };
  for (const file of sealedFiles(place.dataDir)) {
    if (!dryRun && notes.isDone(file.name)) continue;
    const done = resealFile(file, keys);
    sealed += done.sealed;
    if (done.problem !== null) problems += 1;
    else if (!dryRun) notes.done(file.name);
    onFile(done);
  }
  const isDone = !dryRun && problems === 0;
  return { sealed, problems, retired: isDone ? retireOlder(place) : [] };
}

interface Keys {
  /** Decrypts secrets of every key of the ring. */
  readonly from: Secrets;
  readonly to: Secrets;
  readonly older: readonly Secrets[];
  readonly dryRun: boolean;
}

function resealFile(file: SealedFile, keys: Keys): Rotated {
  try {
    const sealed = file.kind === "session" ? resealNumber(file.path, keys) : resealRows(file.path, keys);
    return { name: file.name, sealed, problem: null };
  } catch (error) {
    return { name: file.name, sealed: 0, problem: (error as Error).message };
  }
}

function resealRows(path: string, { from, to, older, dryRun }: Keys): number {
  if (!dryRun) return changed(path, (db) => resealDatabase(db, { from, to }));
  // Without older keys no rotation has begun. It would re-encrypt all secrets, so all are counted.
  const kept = older.length === 0 ? null : to.keyId;
  return looked(path, (db) => countSealed(db, from, kept));
}

/**
 * Re-encrypts the session keys of one linked number. Session keys that no installation key decrypts cannot be
 * recovered; `doctor` reports them.
 */
function resealNumber(path: string, { to, older, dryRun }: Keys): number {
  const isOf = (key: Secrets) => looked(path, (db) => isSealedWith(db, key.key("whatsapp"))) === true;
  if (isOf(to)) return older.length === 0 ? 1 : 0;
  const owner = older.find(isOf);
  if (!owner) return 0;
  if (!dryRun) changed(path, (db) => resealSession(db, owner.key("whatsapp"), to.key("whatsapp")));
  return 1;
}

function looked<T>(path: string, look: (db: Sqlite) => T): T {
  const db = openDatabase(path, { durability: "normal" });
  try {
    return look(db);
  } finally {
    db.close();
  }
}

/** Overwrites secrets of the old key: neither free pages nor the WAL keep them. */
function changed<T>(path: string, work: (db: Sqlite) => T): T {
  return alter(path, (db) => {
    db.pragma("secure_delete = ON");
    return work(db);
  });
}
