import { prepared, type Sqlite } from "#platform/db/open.ts";

/**
 * The stanzas that were decrypted. When the network delivers one again because our receipt was lost, its key is used up;
 * that failure is ignored instead of requesting a new copy from the sender.
 */
export interface Seen {
  add(stanza: string, at: number): void;
  has(stanza: string): boolean;
  sweep(before: number): void;
}

// 52 bits fit into a number; a collision (one in 10^15 stanzas) only prevents one retry.
const hash = (stanza: string): number => Number(BigInt.asUintN(52, Bun.hash.wyhash(stanza)));

export function createSeen(db: Sqlite): Seen {
  const insert = prepared(db, "INSERT OR REPLACE INTO seen (hash, at) VALUES (?, ?)");
  const find = prepared(db, "SELECT 1 FROM seen WHERE hash = ?");
  return {
    add: (stanza, at) => void insert.run(hash(stanza), at),
    has: (stanza) => find.get(hash(stanza)) !== undefined,
    sweep: (before) => void prepared(db, "DELETE FROM seen WHERE at < ?").run(before),
  };
}
