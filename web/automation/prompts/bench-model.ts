import { batch, type ReadonlySignal, signal } from "@preact/signals-react";
import type { BenchAnswer, BenchBody } from "#automation/prompts/contract.ts";

export type BenchLine =
  | { readonly id: number; readonly role: "user"; readonly text: string }
  | { readonly id: number; readonly role: "assistant"; readonly text: string; readonly answer: BenchAnswer };

/** A conversation with a prompt that nobody receives; what failed can be asked again. */
export class Bench {
  readonly #ask: (body: BenchBody) => Promise<BenchAnswer>;
  readonly #lines = signal<readonly BenchLine[]>([]);
  readonly #busy = signal(false);
  readonly #failure = signal<unknown>(null);
  #talk = 0;
  #lastId = 0;

  readonly lines: ReadonlySignal<readonly BenchLine[]> = this.#lines;
  readonly busy: ReadonlySignal<boolean> = this.#busy;
  /** Why the last answer did not come. */
  readonly failure: ReadonlySignal<unknown> = this.#failure;

  constructor(ask: (body: BenchBody) => Promise<BenchAnswer>) {
    this.#ask = ask;
  }

  /** Writes as the customer; blank texts, and those while the model thinks, are not sent. */
  async send(typed: string): Promise<void> {
    const text = typed.trim();
    if (text === "" || this.#busy.peek()) return;
    this.#lastId += 1;
    this.#lines.value = [...this.#lines.peek(), { id: this.#lastId, role: "user", text }];
    await this.retry();
  }

  /** Asks for an answer to what stands there. */
  async retry(): Promise<void> {
    const talk = this.#talk;
    batch(() => {
      this.#busy.value = true;
      this.#failure.value = null;
    });
    try {
      const said = this.#lines.peek().filter(({ text }) => text !== "");
      const answer = await this.#ask({
        messages: said.map(({ role, text }) => ({ role, text })).slice(-100),
      });
      if (talk !== this.#talk) return;
      this.#lastId += 1;
      const line: BenchLine = { id: this.#lastId, role: "assistant", text: answer.text, answer };
      batch(() => {
        this.#lines.value = [...this.#lines.peek(), line];
        this.#busy.value = false;
      });
    } catch (error) {
      if (talk !== this.#talk) return;
      batch(() => {
        this.#failure.value = error;
        this.#busy.value = false;
      });
    }
  }

  /** Forgets the conversation; an answer of it that still comes is not heard. */
  restart(): void {
    this.#talk += 1;
    batch(() => {
      this.#lines.value = [];
      this.#failure.value = null;
      this.#busy.value = false;
    });
  }
}
