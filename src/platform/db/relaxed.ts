import type { Db } from "./database.ts";

/**
 * Runs work whose commits need not reach the disk at once: it is done again from rows that did, should the power fail
 * (a killed process loses nothing either way). The loop is then not held up by a slow disk. Inside a
 * transaction that runs already it is part of that one, and waits as that one does.
 */
export function relaxed<T>(db: Db, work: () => T): T {
  const { $client: client } = db;
  if (client.inTransaction) return work();
  client.pragma("synchronous = NORMAL");
  try {
    return work();
  } finally {
    client.pragma("synchronous = FULL");
  }
}
