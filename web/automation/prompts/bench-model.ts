import { batch, type ReadonlySignal, signal } from "@preact/signals-react";
import type { BenchAnswer, BenchBody } from "#automation/prompts/contract.ts";

export type BenchLine =
  | { readonly id: number; readonly role: "user"; readonly text: string }
  | { readonly id: number; readonly role: "assistant"; readonly text: string; readonly answer: BenchAnswer };

/** The conversation of the bench; a failed answer can be requested again. */
export class Bench {
  readonly #ask: (body: BenchBody) => Promise<BenchAnswer>;
  readonly #lines = signal<readonly BenchLine[]>([]);
  readonly #busy = signal(false);
  readonly #failure = signal<unknown>(null);
  #conversation = 0;
  #lastId = 0;

  readonly lines: ReadonlySignal<readonly BenchLine[]> = this.#lines;
  readonly busy: ReadonlySignal<boolean> = this.#busy;
  /** Error of the last request. */
  readonly failure: ReadonlySignal<unknown> = this.#failure;

  constructor(ask: (body: BenchBody) => Promise<BenchAnswer>) {
    this.#ask = ask;
  }

  /** Sends a message as the customer; ignores blank texts and calls during a running request. */
  async send(typed: string): Promise<void> {
    const text = typed.trim();
    if (text === "" || this.#busy.peek()) return;
    this.#lastId += 1;
    this.#lines.value = [...this.#lines.peek(), { id: this.#lastId, role: "user", text }];
    await this.retry();
  }

  /** Requests an answer to the conversation so far. */
  async retry(): Promise<void> {
    const conversation = this.#conversation;
    batch(() => {
      this.#busy.value = true;
      this.#failure.value = null;
    });
    try {
      const texts = this.#lines.peek().filter(({ text }) => text !== "");
      const answer = await this.#ask({
        messages: texts.map(({ role, text }) => ({ role, text })).slice(-100),
      });
      if (conversation !== this.#conversation) return;
      this.#lastId += 1;
      const line: BenchLine = { id: this.#lastId, role: "assistant", text: answer.text, answer };
      batch(() => {
        this.#lines.value = [...this.#lines.peek(), line];
        this.#busy.value = false;
      });
    } catch (error) {
      if (conversation !== this.#conversation) return;
      batch(() => {
        this.#failure.value = error;
        this.#busy.value = false;
      });
    }
  }

  /** Clears the conversation; the answer to a running request is discarded. */
  restart(): void {
    this.#conversation += 1;
    batch(() => {
      this.#lines.value = [];
      this.#failure.value = null;
      this.#busy.value = false;
    });
  }
}
