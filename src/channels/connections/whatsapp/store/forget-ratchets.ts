import { openDatabase } from "#platform/db/open.ts";

/**
 * Deletes all pairwise sessions and sender keys of a session file; credentials and prekeys stay. For a restored older file:
 * phones have seen later steps of its ratchets, so their further use would repeat keys. The next message to each person begins a
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
