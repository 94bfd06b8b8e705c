import type { Db } from "./database.ts";

/**
 * Runs work whose commits need not reach the disk at once: it is done again from rows that did, should the power fail
 * (a killed process loses nothing either way). The loop is then not held up by a slow disk. Only for work outside a
 * transaction.
 */
export function relaxed<T>(db: Db, work: () => T): T {
  const { $client: client } = db;
  client.pragma("synchronous = NORMAL");
  try {
    return work();
  } finally {
    client.pragma("synchronous = FULL");
  }
}
