import { prepared, type Sqlite } from "#platform/db/open.ts";
import type { StanzaAttrs } from "./journal.ts";

/** A received message that could not be decrypted; a new copy was requested from its sender. */
interface MissingMessage {
  readonly stanza: string;
  readonly attrs: StanzaAttrs;
}

/**
 * Messages whose content is not readable yet. When no readable copy has arrived by `due`, an unsupported message is
 * reported; a copy that arrives later is delivered as a separate message ("late").
 */
export interface Missing {
  expect(stanza: string, attrs: StanzaAttrs, due: number): void;
  /** Call for every decrypted message; true when the product was already notified that it is missing. */
  arrived(stanza: string): boolean;
  due(now: number): MissingMessage[];
  markTold(stanza: string): void;
  sweep(before: number): void;
  /** Clears the cache; needed after a failed transaction. */
  reset(): void;
}

export function createMissing(db: Sqlite): Missing {
  // This set is nearly always empty; it saves a query per message.
  let cached: Set<string> | null = null;
  const waiting = (): Set<string> => {
    const read = () => prepared(db, "SELECT stanza FROM missing").all() as { stanza: string }[];
    cached ??= new Set(read().map((row) => row.stanza));
    return cached;
  };
  const insert = prepared(db, "INSERT OR IGNORE INTO missing (stanza, envelope, due) VALUES (?, ?, ?)");
  return {
    expect(stanza, attrs, due) {
      insert.run(stanza, JSON.stringify(attrs), due);
      waiting().add(stanza);
    },
    arrived(stanza) {
      if (!waiting().delete(stanza)) return false;
      const row = prepared(db, "DELETE FROM missing WHERE stanza = ? RETURNING told").get(stanza);
      return (row as { told: number } | undefined)?.told === 1;
    },
    due(now) {
      const late = prepared(db, "SELECT stanza, envelope FROM missing WHERE told = 0 AND due <= ?").all(now);
      return (late as { stanza: string; envelope: string }[]).map(({ stanza, envelope }) => ({
        stanza,
        attrs: JSON.parse(envelope) as StanzaAttrs,
      }));
    },
    markTold: (stanza) => void prepared(db, "UPDATE missing SET told = 1 WHERE stanza = ?").run(stanza),
    sweep: (before) => void prepared(db, "DELETE FROM missing WHERE due < ?").run(before),
    reset: () => {
      cached = null;
    },
  };
}
