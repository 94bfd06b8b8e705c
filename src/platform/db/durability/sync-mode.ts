import type { Db } from "#platform/db/database.ts";
import { isRemote } from "#platform/db/open.ts";

/**
 * Runs work whose commits are not fsynced (synchronous = NORMAL), so that a slow disk does not block the event loop.
 * After a power failure the work is repeated from durable rows; a killed process loses nothing. Inside a running
 * transaction the work is part of it and is synced with it.
 */
export function withSyncNormal<T>(db: Db, work: () => T): T {
  const { $client: client } = db;
  if (client.inTransaction || isRemote(client)) return work();
  // By `exec`, which creates no statement and takes a sixth of the time of `pragma`; it runs twice per transaction.
  client.exec("PRAGMA synchronous = NORMAL");
  try {
    return work();
  } finally {
    client.exec("PRAGMA synchronous = FULL");
  }
}

/**
 * Like `withSyncNormal`, for the first writes of a start, which every start repeats: they may be lost in a power
 * failure, and not even the header of a new WAL is synced. No checkpoint runs meanwhile, so the file stays intact.
 */
export function withSyncOff<T>(db: Db, work: () => T): T {
  const { $client: client } = db;
  if (client.inTransaction || isRemote(client)) return work();
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
