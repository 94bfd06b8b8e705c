import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { Collection } from "#web/lib/lists/collection.ts";

interface PinsParts {
  /** All loaded tickets of the page. */
  readonly tickets: Collection<TicketAnswer>;
  readonly fetchPins: () => Promise<readonly TicketAnswer[]>;
}

/** The tickets that the user has pinned (docs/rules/triage.md#pins), the first pinned one first. */
export class Pins {
  readonly #parts: PinsParts;
  readonly #ids = signal<readonly number[]>([]);
  #loads = 0;
  #isNeeded = true;
  /** Pins removed while they are read; an answer on its way may still contain them. */
  readonly #dropped = new Set<number>();

  /** The pinned tickets; those that were closed or are no longer visible are left out. */
  readonly tickets: ReadonlySignal<readonly TicketAnswer[]> = computed(() =>
    this.#ids.value.flatMap((id) => {
      const ticket = this.#parts.tickets.get(id);
      return ticket && ticket.status !== "closed" ? [ticket] : [];
    }),
  );

  constructor(parts: PinsParts) {
    this.#parts = parts;
  }

  /** Whether a ticket is pinned. Reads a signal. */
  has(id: number): boolean {
    return this.#ids.value.includes(id);
  }

  /** Reads the pins again; on failure they stay as they are. */
  async reload(): Promise<void> {
    this.#loads += 1;
    const load = this.#loads;
    this.#isNeeded = false;
    this.#dropped.clear();
    try {
      const answer = await this.#parts.fetchPins();
      if (load === this.#loads) this.take(answer.filter(({ id }) => !this.#dropped.has(id)));
    } catch {
      // The next event or reconnect reads them again.
      if (load === this.#loads) this.#isNeeded = true;
    }
  }

  /** Reads the pins unless they are read or being read: from then on events keep them up to date. */
  need(): void {
    if (this.#isNeeded) void this.reload();
  }

  /** Takes the pins from an answer of the server. */
  take(pinned: readonly TicketAnswer[]): void {
    this.#loads += 1;
    this.#parts.tickets.upsertAll(pinned);
    this.#ids.value = pinned.map(({ id }) => id);
  }

  /** Removes the pin of a ticket that was closed, deleted or is no longer visible. */
  drop(id: number): void {
    this.#dropped.add(id);
    if (this.#ids.peek().includes(id)) this.#ids.value = this.#ids.peek().filter((other) => other !== id);
  }

  /** Call when another user signs in. */
  forget(): void {
    this.#loads += 1;
    this.#isNeeded = true;
    this.#ids.value = [];
  }
}
