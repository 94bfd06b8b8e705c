import type { EventData, ServerFrame } from "#platform/realtime/contract.ts";

/** Callbacks, called in the order of their registration. */
class Callbacks<Args extends readonly unknown[]> {
  readonly #all = new Set<(...args: Args) => void>();

  /** Returns a function that removes the callback. */
  add(callback: (...args: Args) => void): () => void {
    this.#all.add(callback);
    return () => {
      this.#all.delete(callback);
    };
  }

  call(...args: Args): void {
    for (const callback of [...this.#all]) callback(...args);
  }
}

/** Listeners for broadcasts and for the other frames of the server. */
export class EventListeners {
  readonly #channels = new Map<string, Callbacks<[data: EventData]>>();
  readonly resyncs = new Callbacks<[]>();
  readonly denials = new Callbacks<[ticketId: number]>();
  readonly ended = new Callbacks<[]>();

  /** `channel` is its short name (`ticket` for `company-7-ticket`). Returns a function that removes the listener. */
  on(channel: string, listener: (data: EventData) => void): () => void {
    const callbacks = this.#channels.get(channel) ?? new Callbacks();
    this.#channels.set(channel, callbacks);
    return callbacks.add(listener);
  }

  emit({ channel, data }: Extract<ServerFrame, { t: "event" }>): void {
    this.#channels.get(channel.replace(/^company-\d+-/, ""))?.call(data);
  }
}
