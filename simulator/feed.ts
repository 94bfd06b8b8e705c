import type { ChatMessage } from "#simulator/phones/chat-message.ts";

/** An event of a phone; phone pages, simulated people and waiting tests listen to it. */
export type PhoneEvent =
  | { readonly type: "message"; readonly number: string; readonly message: ChatMessage }
  /** Ack status, text, deletion or reactions of a message changed. */
  | { readonly type: "changed"; readonly number: string; readonly message: ChatMessage }
  | {
      readonly type: "typing";
      readonly number: string;
      readonly from: string;
      readonly state: "composing" | "recording" | "paused";
    }
  | { readonly type: "call"; readonly number: string; readonly call: CallEvent }
  /** A companion was linked or unlinked, or its presence changed. */
  | { readonly type: "devices"; readonly number: string }
  /** A client that is not linked connected or disconnected; `number` is empty. */
  | { readonly type: "clients"; readonly number: "" };

export interface CallEvent {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly status: "offer" | "reject" | "terminate" | "accept";
  readonly isVideo: boolean;
}

type Listener = (event: PhoneEvent) => void;

/** Passes events to the listeners of one number, or of all. */
export class Feed {
  readonly #byNumber = new Map<string, Set<Listener>>();
  readonly #all = new Set<Listener>();

  emit(event: PhoneEvent): void {
    for (const listener of [...(this.#byNumber.get(event.number) ?? [])]) listener(event);
    for (const listener of [...this.#all]) listener(event);
  }

  /** Adds a listener; returns the function that removes it. */
  listen(number: string, listener: Listener): () => void {
    const listeners = this.#byNumber.get(number) ?? new Set();
    this.#byNumber.set(number, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  listenToAll(listener: Listener): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** Resolves with the first value of `check` that is not undefined, now or after an event of `number`. */
  until<T>(number: string, timeoutMs: number, check: (event?: PhoneEvent) => T | undefined): Promise<T> {
    return waitFor(`at ${number}`, timeoutMs, check, (listener) => this.listen(number, listener));
  }

  /** Resolves when `holds` is true, now or after an event of any number. */
  async untilAny(timeoutMs: number, holds: () => boolean): Promise<void> {
    const check = (): true | undefined => (holds() ? true : undefined);
    await waitFor("in the network", timeoutMs, check, (listener) => this.listenToAll(listener));
  }
}

function waitFor<T>(
  where: string,
  timeoutMs: number,
  check: (event?: PhoneEvent) => T | undefined,
  listen: (listener: Listener) => () => void,
): Promise<T> {
  const already = check();
  if (already !== undefined) return Promise.resolve(already);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`nothing expected happened ${where} within ${timeoutMs} ms`));
    }, timeoutMs);
    const stop = listen((event) => {
      const value = check(event);
      if (value === undefined) return;
      clearTimeout(timer);
      stop();
      resolve(value);
    });
  });
}
