import { prepared, type Sqlite } from "#platform/db/open.ts";
import { createLru } from "./lru.ts";

/** A message that this connection has sent. */
interface SentMessage {
  readonly chat: string;
  /** Encoded proto message. */
  readonly message: Buffer;
  readonly ack: number;
}

/** The chat of a sent message, and its highest ack status. */
type SentMark = Pick<SentMessage, "chat" | "ack">;

/**
 * Messages sent by this connection. The same bytes are sent again when the product repeats an id, and when a phone
 * that could not decrypt a message requests it again, possibly after a restart.
 */
export interface Sent {
  find(id: string): SentMessage | null;
  /** Like `find`, without the message bytes; read from memory for recently sent messages. */
  mark(id: string): SentMark | null;
  /**
   * Stores the first version of an id, in memory until `write`. Every send commits a step of its keys before its
   * stanza is sent, and that transaction also writes the message.
   */
  save(id: string, chat: string, message: Uint8Array, at: number): void;
  /** Writes the saved messages inside the caller's transaction. */
  write(): void;
  /** Records in memory only that the network accepted a message: after a restart its event may be emitted twice. */
  accepted(id: string): void;
  /** Raises the ack status; false when it is not higher than the stored one or the id is unknown. */
  raise(id: string, ack: number): boolean;
  /** Adds a reader of a group message; returns the number of readers. */
  addReader(id: string, reader: string): number;
  sweep(before: number): void;
  /** Clears the cache; needed after a failed transaction and after another thread has changed the rows. */
  reset(): void;
}

interface Unsaved {
  readonly chat: string;
  readonly message: Uint8Array;
  readonly at: number;
}

const CACHED_MARKS = 2000;

export function createSent(db: Sqlite): Sent {
  const find = prepared(db, "SELECT chat, message, ack FROM sent WHERE id = ?");
  const insert = prepared(db, "INSERT OR IGNORE INTO sent (id, chat, message, at) VALUES (?, ?, ?, ?)");
  const raise = prepared(db, "UPDATE sent SET ack = ? WHERE id = ? AND ack < ?");
  const marks = createLru<SentMark>(CACHED_MARKS);
  const unsaved = new Map<string, Unsaved>();

  const write = () => {
    for (const [id, { chat, message, at }] of unsaved) insert.run(id, chat, message, at);
    unsaved.clear();
  };
  /** Writes the unsaved messages if this one is among them: its row must exist before it is changed. */
  const needRow = (id: string) => {
    if (unsaved.has(id)) write();
  };
  const mark = (id: string): SentMark | null => {
    const known = marks.get(id) ?? (find.get(id) as SentMessage | undefined);
    if (!known) return null;
    const { chat, ack } = known;
    marks.set(id, { chat, ack });
    return known;
  };
  const remember = (id: string, ack: number) => {
    const known = marks.get(id);
    if (known && known.ack < ack) marks.set(id, { ...known, ack });
  };
  return {
    find(id) {
      const held = unsaved.get(id);
      if (held) return { chat: held.chat, message: Buffer.from(held.message), ack: marks.get(id)?.ack ?? 0 };
      return (find.get(id) as SentMessage | undefined) ?? null;
    },
    mark,
    save(id, chat, message, at) {
      if (unsaved.has(id) || marks.get(id)) return;
      unsaved.set(id, { chat, message, at });
      marks.set(id, { chat, ack: 0 });
    },
    write,
    accepted(id) {
      if (mark(id)) remember(id, 1);
    },
    raise(id, ack) {
      needRow(id);
      remember(id, ack);
      return raise.run(ack, id, ack).changes > 0;
    },
    addReader(id, reader) {
      needRow(id);
      const row = prepared(db, "SELECT readers FROM sent WHERE id = ?").get(id) as
        | { readers: string | null }
        | undefined;
      if (!row) return 0;
      const readers = new Set((row.readers ?? "").split(" ").filter(Boolean)).add(reader);
      prepared(db, "UPDATE sent SET readers = ? WHERE id = ?").run([...readers].join(" "), id);
      return readers.size;
    },
    sweep(before) {
      write();
      prepared(db, "DELETE FROM sent WHERE at < ?").run(before);
      marks.clear();
    },
    reset() {
      unsaved.clear();
      marks.clear();
    },
  };
}
