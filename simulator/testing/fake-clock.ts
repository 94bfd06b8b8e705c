import type { Clock } from "#simulator/clock.ts";

/** A clock that advances only by `advance`. */
export class FakeClock implements Clock {
  #now = Date.parse("2026-11-20T14:00:00Z");
  readonly #timers = new Set<{ at: number; fn: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, fn: () => void): () => void {
    const timer = { at: this.#now + ms, fn };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Advances the clock timer by timer, with everything they start. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const next = [...this.#timers].sort((a, b) => a.at - b.at)[0];
      if (!next || next.at > end) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.fn();
      await new Promise(setImmediate);
    }
    this.#now = end;
    await new Promise(setImmediate);
  }

  /** Advances the clock in steps until the condition holds; throws when it does not within `limitMs`. */
  async runUntil(holds: () => boolean, limitMs = 3_600_000): Promise<void> {
    const end = this.#now + limitMs;
    while (!holds()) {
      if (this.#now >= end) throw new Error("time went by and nothing happened");
      await this.advance(250);
    }
  }
}
