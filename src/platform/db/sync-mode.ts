import type { Db } from "./database.ts";

/**
 * Runs work whose commits are not fsynced (synchronous = NORMAL): after a power cut it is repeated from rows that were
 * (a killed process loses nothing either way). A slow disk then does not block the event loop. Inside a
 * running transaction the work is part of it and is synced with it.
 */
export function withSyncNormal<T>(db: Db, work: () => T): T {
  const { $client: client } = db;
  if (client.inTransaction) return work();
  // Twice per transaction: by `exec`, which makes no statement for it, a sixth of the time of `pragma`.
  client.exec("PRAGMA synchronous = NORMAL");
  try {
    return work();
  } finally {
    client.exec("PRAGMA synchronous = FULL");
  }
}

/**
 * As `withSyncNormal`, for the few first writes of a start, which every start repeats: they may be lost on power failure; not
 * even the header of a new WAL is synced. No checkpoint runs meanwhile, so the file stays intact.
 */
export function withSyncOff<T>(db: Db, work: () => T): T {
  const { $client: client } = db;
  if (client.inTransaction) return work();
  const pages = client.pragma("wal_autocheckpoint", { simple: true });
  client.pragma("wal_autocheckpoint = 0");
  client.pragma("synchronous = OFF");
  try {
    return work();
  } finally {
    client.pragma("synchronous = FULL");
    client.pragma(`wal_autocheckpoint = ${pages}`);
  }
}
