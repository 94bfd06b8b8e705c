import type { Sqlite } from "#platform/db/open.ts";
import { createSeal } from "./seal.ts";

interface KeyRow {
  readonly type: string;
  readonly id: string;
  readonly value: Buffer;
}

/**
 * Encrypts the credentials and the keys of a session file with another sealing key, to move a linked number to another
 * installation. Throws SessionDamaged when they were not sealed with `from`.
 */
export function resealSession(db: Sqlite, from: Uint8Array, to: Uint8Array): void {
  const [old, next] = [createSeal(from), createSeal(to)];
  db.transaction(() => {
    const identity = db.prepare("SELECT value FROM credentials").get() as { value: Buffer } | undefined;
    if (identity) {
      const value = next.close(old.open(identity.value, "credentials"), "credentials");
      db.prepare("UPDATE credentials SET value = ?").run(value);
    }
    const put = db.prepare("UPDATE signal_key SET value = ? WHERE type = ? AND id = ?");
    for (const { type, id, value } of db
      .prepare("SELECT type, id, value FROM signal_key")
      .all() as KeyRow[]) {
      const name = `${type}/${id}`;
      put.run(next.close(old.open(value, name), name), type, id);
    }
  })();
}

/** True when this key decrypts the credentials in a session file; null when the file has none yet. */
export function isSealedWith(db: Sqlite, key: Uint8Array): boolean | null {
  const identity = db.prepare("SELECT value FROM credentials").get() as { value: Buffer } | undefined;
  if (!identity) return null;
  try {
    createSeal(key).open(identity.value, "credentials");
    return true;
  } catch {
    return false;
  }
}
