import { signal } from "@preact/signals-react";
import type { DeliveryAnswer } from "#automation/integrations/contract.ts";
import type { IntegrationCalls } from "./integrations-api.ts";

type State = "loading" | "ready" | "failed";

/** The deliveries of one integration in pages, newest first; a repeated one shows its new state. */
export class DeliveryLog {
  readonly #id: number;
  readonly #calls: Pick<IntegrationCalls, "deliveries" | "replay">;
  readonly rows = signal<readonly DeliveryAnswer[]>([]);
  readonly state = signal<State>("loading");
  readonly hasMore = signal(false);

  constructor(id: number, calls: Pick<IntegrationCalls, "deliveries" | "replay">) {
    this.#id = id;
    this.#calls = calls;
  }

  /** Reloads the first page. */
  async reload(): Promise<void> {
    this.state.value = "loading";
    await this.#read(undefined);
  }

  async more(): Promise<void> {
    await this.#read(this.rows.peek().at(-1)?.id);
  }

  /** Repeats a delivery. Throws the error of the server. */
  async replay(id: number): Promise<void> {
    const after = await this.#calls.replay(id);
    this.rows.value = this.rows.peek().map((row) => (row.id === id ? after : row));
  }

  async #read(before: number | undefined): Promise<void> {
    try {
      const { deliveries, hasMore } = await this.#calls.deliveries(this.#id, before);
      this.rows.value = before === undefined ? deliveries : [...this.rows.peek(), ...deliveries];
      this.hasMore.value = hasMore;
      this.state.value = "ready";
    } catch {
      this.state.value = "failed";
    }
  }
}
