import type { InboundEvent } from "#channels/connections/provider.ts";
import { prepared, type Sqlite } from "#platform/db/open.ts";

/** Attributes of a stanza as the network wrote them. */
export type StanzaAttrs = Readonly<Record<string, string>>;

/** Entries stored before the network gets its receipt; one row each. */
export type JournalEntry =
  /** A decrypted message: `payload` is the padded plaintext of one `<enc>`. */
  | {
      readonly kind: "message";
      readonly attrs: StanzaAttrs;
      readonly padded: boolean;
      readonly late: boolean;
      readonly payload: Uint8Array;
    }
  | { readonly kind: "receipt"; readonly attrs: StanzaAttrs; readonly ids: readonly string[] }
  | { readonly kind: "call"; readonly attrs: StanzaAttrs; readonly call: CallStanza }
  /** An old message from the phone: `payload` is a WebMessageInfo. */
  | { readonly kind: "history"; readonly payload: Uint8Array }
  | { readonly kind: "event"; readonly event: InboundEvent };

export interface CallStanza {
  readonly tag: string;
  readonly attrs: StanzaAttrs;
  readonly video: boolean;
}

export type JournalRow = JournalEntry & { readonly seq: number };

/**
 * All received entries that the product has not accepted yet, in the order of arrival. A row is deleted when the
 * product has committed its events; the remaining rows are delivered again at the next start.
 */
export interface Journal {
  /** Adds rows inside the caller's transaction. */
  write(entries: readonly JournalEntry[], at: number): void;
  /** Adds rows in their own transaction and calls `onAppend`. */
  append(entries: readonly JournalEntry[], at: number): void;
  /** Rows after a sequence number, oldest first. */
  after(seq: number, limit: number): JournalRow[];
  forget(seqs: readonly number[]): void;
  size(): number;
  /** Called after rows were committed, with their number. */
  onAppend: (rows: number) => void;
  /** Passes an event to the reader without a row. Only for events that the network repeats after a crash. */
  pass(event: InboundEvent): void;
  /** Receives the events of `pass`. */
  onPass: (event: InboundEvent) => void;
}

interface Stored {
  readonly seq: number;
  readonly kind: string;
  readonly envelope: string;
  readonly payload: Buffer | null;
}

export function createJournal(db: Sqlite): Journal {
  const newest = prepared(db, "SELECT max(seq) AS seq FROM journal").get() as { seq: number | null };
  // Sequence numbers are counted here: SQLite would reuse those of deleted rows, and the reader's cursor would miss
  // the new rows.
  let seq = newest.seq ?? 0;
  const insert = prepared(
    db,
    "INSERT INTO journal (seq, kind, envelope, payload, at) VALUES (?, ?, ?, ?, ?)",
  );
  const select = prepared(
    db,
    "SELECT seq, kind, envelope, payload FROM journal WHERE seq > ? ORDER BY seq LIMIT ?",
  );
  const remove = prepared(db, "DELETE FROM journal WHERE seq = ?");
  const count = prepared(db, "SELECT count(*) AS rows FROM journal");
  const removeAll = db.transaction((seqs: readonly number[]) => {
    for (const one of seqs) remove.run(one);
  });
  const journal: Journal = {
    onAppend: () => {},
    onPass: () => {},
    pass: (event) => journal.onPass(event),
    write(entries, at) {
      for (const entry of entries) {
        const { payload, ...envelope } = "payload" in entry ? entry : { ...entry, payload: null };
        insert.run(++seq, entry.kind, JSON.stringify(envelope), payload, at);
      }
    },
    append(entries, at) {
      db.transaction(() => journal.write(entries, at))();
      journal.onAppend(entries.length);
    },
    after: (from, limit) => (select.all(from, limit) as Stored[]).map(parse),
    forget: (seqs) => removeAll(seqs),
    size: () => (count.get() as { rows: number }).rows,
  };
  return journal;
}

function parse(row: Stored): JournalRow {
  const entry = JSON.parse(row.envelope) as JournalEntry;
  return row.payload
    ? ({ ...entry, payload: row.payload, seq: row.seq } as JournalRow)
    : { ...entry, seq: row.seq };
}
