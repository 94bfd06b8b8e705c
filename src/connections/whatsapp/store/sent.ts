import { prepared, type Sqlite } from "#platform/db/open.ts";

/** A message of ours as it was put on the wire. */
export interface SentMessage {
  readonly chat: string;
  /** Encoded proto message. */
  readonly message: Buffer;
  readonly ack: number;
}

/**
 * Our own messages: the same bytes go out again when the product repeats an id, and a phone that could not
 * decrypt one asks for it again, perhaps after a restart.
 */
export interface Sent {
  find(id: string): SentMessage | null;
  /** Keeps the first version of an id. */
  save(id: string, chat: string, message: Uint8Array, at: number): void;
  /** Raises the ack; false when it is not higher than the known one or the id is not ours. */
  raise(id: string, ack: number): boolean;
  /** Adds somebody who read a group message; answers how many have. */
  addReader(id: string, reader: string): number;
  sweep(before: number): void;
}

export function createSent(db: Sqlite): Sent {
  const find = prepared(db, "SELECT chat, message, ack FROM sent WHERE id = ?");
  const insert = prepared(db, "INSERT OR IGNORE INTO sent (id, chat, message, at) VALUES (?, ?, ?, ?)");
  const raise = prepared(db, "UPDATE sent SET ack = ? WHERE id = ? AND ack < ?");
  return {
    find: (id) => (find.get(id) as SentMessage | undefined) ?? null,
    save: (id, chat, message, at) => void insert.run(id, chat, message, at),
    raise: (id, ack) => raise.run(ack, id, ack).changes > 0,
    addReader(id, reader) {
      const row = prepared(db, "SELECT readers FROM sent WHERE id = ?").get(id) as
        | { readers: string | null }
        | undefined;
      if (!row) return 0;
      const readers = new Set((row.readers ?? "").split(" ").filter(Boolean)).add(reader);
      prepared(db, "UPDATE sent SET readers = ? WHERE id = ?").run([...readers].join(" "), id);
      return readers.size;
    },
    sweep: (before) => void prepared(db, "DELETE FROM sent WHERE at < ?").run(before),
  };
}
