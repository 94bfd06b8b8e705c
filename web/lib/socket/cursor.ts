import type { ServerFrame } from "#platform/realtime/contract.ts";

/** Where in the stream of events the page is: what a reconnect goes on from, and what it has applied. */
export class Place {
  /** Where a reconnect goes on from. */
  #cursor: number | null = null;
  /** The last event applied; a replay repeats some. A tick says nothing about these. */
  #seen = 0;
  /** What is on screen may be older than the line. */
  #stale = true;

  get cursor(): number | null {
    return this.#cursor;
  }

  /** The line is up. True when what is on screen must be read again. */
  ready(cursor: number): boolean {
    // A cursor of ours stays: what was missed since then follows.
    this.#cursor ??= cursor;
    const isStale = this.#stale;
    this.#stale = false;
    return isStale;
  }

  /** True for an event that was not applied before. */
  take({ seq }: Extract<ServerFrame, { t: "event" }>): boolean {
    if (seq <= this.#seen) return false;
    this.#seen = seq;
    this.tick(seq);
    return true;
  }

  tick(cursor: number): void {
    this.#cursor = Math.max(this.#cursor ?? 0, cursor);
  }

  /** The server begins its count anew. */
  resync(cursor: number): void {
    this.#cursor = cursor;
    this.#seen = 0;
  }

  /** The server keeps nothing for this page: the next line begins where it is then. */
  lose(): void {
    this.#cursor = null;
    this.#stale = true;
  }

  /** As of a page that was never connected. */
  forget(): void {
    this.lose();
    this.#seen = 0;
  }
}
