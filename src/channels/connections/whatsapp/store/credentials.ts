import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AuthenticationCreds } from "@whiskeysockets/baileys";
import { truncateWal } from "#platform/db/checkpoint/checkpoints.ts";
import { durabilityOfThread } from "#platform/db/durability/doors.ts";
import { prepared, type Sqlite } from "#platform/db/open.ts";
import { notePath } from "#platform/db/ship/changed-paths.ts";
import { decodeValue, encodeValue } from "./codec.ts";
import { type Seal, SessionDamaged } from "./seal.ts";

/** The credentials of the linked device. Stored only after the phone has confirmed the link. */
export interface Credentials {
  /** Null when this connection was never linked. Throws SessionDamaged when it was linked and they are missing. */
  read(): AuthenticationCreds | null;
  save(credentials: AuthenticationCreds): void;
}

/**
 * Path of a file beside the database that exists while a device is linked. Without it, an empty or lost database would
 * look like a connection that was never linked, and a QR code would be shown instead of an error.
 */
export function linkedMark(directory: string): string {
  return join(directory, "linked");
}

export function createCredentials(directory: string, db: Sqlite, seal: Seal): Credentials {
  let marked = existsSync(linkedMark(directory));
  return {
    read() {
      const row = prepared(db, "SELECT value FROM credentials").get() as { value: Buffer } | undefined;
      if (!row) {
        // Read again, because a wipe from the other thread deletes the file.
        marked = existsSync(linkedMark(directory));
        if (marked) throw new SessionDamaged("the stored credentials are missing");
        return null;
      }
      const stored = decodeValue("credentials", seal.open(row.value, "credentials"));
      return stored as AuthenticationCreds;
    },
    save(credentials) {
      const value = seal.close(encodeValue("credentials", credentials), "credentials");
      prepared(db, "INSERT OR REPLACE INTO credentials (one, value) VALUES (1, ?)").run(value);
      if (marked) return;
      writeFileSync(linkedMark(directory), "", { mode: 0o600 });
      notePath(linkedMark(directory));
      marked = true;
    },
  };
}

/** Erases credentials and keys so that they cannot be recovered; the journal and the keys of chats stay. */
export function eraseCredentials(directory: string, db: Sqlite): void {
  db.pragma("secure_delete = ON");
  db.exec(
    "BEGIN; DELETE FROM credentials; DELETE FROM signal_key; DELETE FROM devices; DELETE FROM group_info; DELETE FROM phone_book; COMMIT;",
  );
  rmSync(linkedMark(directory), { force: true });
  notePath(linkedMark(directory));
  if (durabilityOfThread()?.opening.onCommit) {
    db.exec("VACUUM");
    // A commit that no other machine has must not reach the database file (docs/rules/cluster.md#checkpoints). The last
    // connection that closes the file checkpoints and deletes its WAL.
    truncateWal(db).catch(() => undefined);
    return;
  }
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.exec("VACUUM");
  db.pragma("wal_checkpoint(TRUNCATE)");
}
