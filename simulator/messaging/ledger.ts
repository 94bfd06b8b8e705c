import type { Companion } from "#simulator/devices/companion.ts";

/** The delivery of one message to one linked device. */
export interface LedgerEntry {
  readonly id: string;
  /** Account the device belongs to, and the device's number. */
  readonly number: string;
  readonly device: number;
  /** Address the message came from (group address for groups). */
  readonly from: string;
  /** ms since 1970. */
  readonly queuedAt: number;
  /** When the device acknowledged the message; null while the server would redeliver it. */
  settledAt: number | null;
  /** `receipt`, `receipt:inactive`, … or `nack:<code>`; null while unsettled. */
  settledBy: string | null;
  /** When the device reported the message as read. */
  readAt: number | null;
}

/** The server's record of all messages delivered to linked devices. Kill tests compare stored rows with it. */
export class Ledger {
  readonly #entries: LedgerEntry[] = [];
  readonly #byId = new Map<string, LedgerEntry[]>();

  queued(companion: Companion, id: string, from: string, at: number): void {
    const same = this.#same(companion, id);
    if (same.some((entry) => entry.from === from)) return;
    const entry: LedgerEntry = {
      id,
      number: companion.phone.number,
      device: companion.id,
      from,
      queuedAt: at,
      settledAt: null,
      settledBy: null,
      readAt: null,
    };
    this.#entries.push(entry);
    this.#byId.set(`${companion.address}/${id}`, [...same, entry]);
  }

  settled(companion: Companion, from: string, id: string, by: string, at: number): void {
    const entry = this.#same(companion, id).find((each) => each.from === from);
    if (!entry || entry.settledAt !== null) return;
    entry.settledAt = at;
    entry.settledBy = by;
  }

  read(companion: Companion, id: string, at: number): void {
    for (const entry of this.#same(companion, id)) entry.readAt ??= at;
  }

  /** All entries of an account, or of everyone. */
  of(number?: string): LedgerEntry[] {
    return this.#entries.filter((entry) => number === undefined || entry.number === number);
  }

  #same(companion: Companion, id: string): LedgerEntry[] {
    return this.#byId.get(`${companion.address}/${id}`) ?? [];
  }
}
