import type { Db } from "./database.ts";

/**
 * Runs work whose commits need not reach the disk at once: it is done again from rows that did, should the power fail
 * (a killed process loses nothing either way). The loop is then not held up by a slow disk. Inside a
 * transaction that runs already it is part of that one, and waits as that one does.
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
 * As `withSyncNormal`, for the few first writes of a start, which every start makes again: the disk has them when it likes, not
 * even the head of a fresh log is waited for. Nothing is taken over into the file meanwhile, so it stays whole.
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
