import { prepared, type Sqlite } from "#platform/db/open.ts";

/**
 * Remembers which stanzas were decrypted: when the network delivers one again (it never got our receipt),
 * its key is used up, and that failure must pass in silence instead of asking the sender for a new copy.
 */
export interface Seen {
  add(stanza: string, at: number): void;
  has(stanza: string): boolean;
  sweep(before: number): void;
}

// 52 bits are an exact number; one collision in 10^15 stanzas would only make one retry less.
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
