import type { ServerFrame } from "#platform/realtime/contract.ts";

/** The page's position in the stream of events: where a reconnect continues, and which events have been applied. */
export class StreamCursor {
  /** A reconnect continues after this event; null: at the current end of the stream. */
  #cursor: number | null = null;
  /** Number of the last applied event; a replay repeats events. Ticks do not change it. */
  #applied = 0;
  /** True when the data on screen may be older than the connection. */
  #stale = true;
  /** Epoch of the server that counts these events (docs/rules/cluster.md#epoch); undefined on one machine. */
  #epoch: number | undefined;

  get epoch(): number | undefined {
    return this.#epoch;
  }

  get cursor(): number | null {
    return this.#cursor;
  }

  /** To be called when the connection is ready. Returns true when the data on screen must be loaded again. */
  ready(cursor: number, epoch?: number): boolean {
    this.#epoch = epoch;
    // An existing cursor is kept: the events since then follow.
    this.#cursor ??= cursor;
    const isStale = this.#stale;
    this.#stale = false;
    return isStale;
  }

  /** Returns true for an event that was not applied before. */
  accept({ seq }: Extract<ServerFrame, { t: "event" }>): boolean {
    if (seq <= this.#applied) return false;
    this.#applied = seq;
    this.tick(seq);
    return true;
  }

  tick(cursor: number): void {
    this.#cursor = Math.max(this.#cursor ?? 0, cursor);
  }

  /** To be called when the server restarted the numbering of its events. */
  resync(cursor: number): void {
    this.#cursor = cursor;
    this.#applied = 0;
  }

  /** The server has no stored events for this page: the next connection starts at the end of the stream. */
  lose(): void {
    this.#cursor = null;
    this.#stale = true;
  }

  /** The state of a page that was never connected. */
  reset(): void {
    this.lose();
    this.#applied = 0;
  }
}
