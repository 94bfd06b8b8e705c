import { batch, type ReadonlySignal, signal } from "@preact/signals-react";
import type { RehearsalAnswer, RehearsalBody } from "#automation/chatbot/contract.ts";

export type End = NonNullable<RehearsalAnswer["end"]>;
export interface Line {
  readonly id: number;
  readonly from: "customer" | "bot";
  readonly text: string;
  readonly mediaUrl: string | null;
}
export interface RehearsalOptions {
  readonly queueId: number;
  /** `text` null: start the conversation, as with a customer's first message. */
  readonly ask: (
    body: Pick<RehearsalBody, "state" | "text" | "draft"> & { readonly queueId: number },
  ) => Promise<RehearsalAnswer>;
  /** Options that are not saved yet; undefined = the stored ones. */
  readonly draft?: () => RehearsalBody["draft"];
  /** A customer's first message; every new rehearsal starts with it. */
  readonly hello: string;
}

/** A conversation in which nothing is sent: the bot of the server computes the replies that a customer would get. */
export class Rehearsal {
  readonly #options: RehearsalOptions;
  readonly #lines = signal<readonly Line[]>([]);
  readonly #end = signal<End | null>(null);
  readonly #busy = signal(false);
  readonly #failed = signal(false);
  #state: RehearsalAnswer["state"] | null = null;
  #talk = 0;
  #lastId = 0;

  readonly lines: ReadonlySignal<readonly Line[]> = this.#lines;
  readonly end: ReadonlySignal<End | null> = this.#end;
  readonly busy: ReadonlySignal<boolean> = this.#busy;
  readonly failed: ReadonlySignal<boolean> = this.#failed;

  constructor(options: RehearsalOptions) {
    this.#options = options;
  }

  /** Restarts as a customer who writes for the first time. */
  async restart(): Promise<void> {
    this.#talk += 1;
    batch(() => {
      this.#state = null;
      this.#lines.value = [];
      this.#end.value = null;
      this.#busy.value = false;
    });
    this.#say("customer", this.#options.hello);
    await this.#ask(null);
  }

  /** Sends a message as the customer; ignores blank texts and messages after the end. */
  async send(typed: string): Promise<void> {
    const text = typed.trim();
    if (text === "" || this.#busy.peek() || this.#end.peek()) return;
    this.#say("customer", text);
    await this.#ask(text);
  }

  async #ask(text: string | null): Promise<void> {
    const talk = this.#talk;
    this.#busy.value = true;
    try {
      const { queueId } = this.#options;
      const draft = this.#options.draft?.();
      const body = { queueId, state: this.#state, text, ...(draft ? { draft } : {}) };
      const answer = await this.#options.ask(body);
      // The rehearsal was restarted meanwhile: ignore the reply of the previous one.
      if (talk !== this.#talk) return;
      batch(() => {
        this.#state = answer.state;
        for (const said of answer.says) this.#say("bot", said.text, said.mediaUrl);
        this.#end.value = answer.end;
        this.#failed.value = false;
        this.#busy.value = false;
      });
    } catch {
      if (talk !== this.#talk) return;
      batch(() => {
        this.#failed.value = true;
        this.#busy.value = false;
      });
    }
  }

  #say(from: Line["from"], text: string, mediaUrl: string | null = null): void {
    this.#lastId += 1;
    this.#lines.value = [...this.#lines.peek(), { id: this.#lastId, from, text, mediaUrl }];
  }
}
