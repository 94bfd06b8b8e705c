import { openDatabase } from "#platform/db/open.ts";

/**
 * Deletes all pairwise sessions and sender keys of a session file; identity and prekeys stay. For a file from the past: phones
 * have seen later steps of its ratchets, so going on with them would use keys twice. The next message to each person begins a
 * new session. Nothing else may have the file open.
 */
export function forgetRatchets(path: string): void {
  const db = openDatabase(path, { durability: "full" });
  try {
    db.exec(
      "DELETE FROM signal_key WHERE type IN ('session', 'sender-key', 'sender-key-memory'); DELETE FROM devices;",
    );
  } finally {
    db.close();
  }
}
