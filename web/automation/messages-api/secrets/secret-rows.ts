import { signal } from "@preact/signals-react";

interface Source<Row> {
  readonly list: () => Promise<readonly Row[]>;
  readonly remove: (id: number) => Promise<unknown>;
  /** Order of the rows after one was added or edited; by default a new row comes first. */
  readonly order: (rows: readonly Row[]) => readonly Row[];
}

/** API keys or webhooks of the company. */
export class SecretRows<Row extends { readonly id: number }> {
  readonly #source: Source<Row>;
  readonly rows = signal<readonly Row[]>([]);
  readonly state = signal<"loading" | "ready" | "failed">("loading");

  constructor(source: Source<Row>) {
    this.#source = source;
  }

  async reload(): Promise<void> {
    try {
      this.rows.value = await this.#source.list();
      this.state.value = "ready";
    } catch {
      this.state.value = "failed";
    }
  }

  /** Adds or replaces a row. */
  put(row: Row): void {
    this.rows.value = this.#source.order([row, ...this.rows.peek().filter(({ id }) => id !== row.id)]);
  }

  /** Throws the error of the server. */
  async remove(id: number): Promise<void> {
    await this.#source.remove(id);
    this.rows.value = this.rows.peek().filter((row) => row.id !== id);
  }
}
