import { SOCKET_PING_MS } from "#platform/realtime/contract.ts";
import { backOff } from "./back-off.ts";

/** Silence after which the line counts as dead, ms: the server ticks every 18 s. */
const SILENCE_MS = SOCKET_PING_MS * 2 + 4_000;

interface What {
  /** It is time to try again. */
  readonly again: () => void;
  /** Nothing was heard for too long. */
  readonly silent: () => void;
  readonly random?: (() => number) | undefined;
}

/** How long the page waits for the line: for a word, and before it tries again. */
export class Patience {
  readonly #what: What;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(what: What) {
    this.#what = what;
  }

  /** True until the line failed once since it was last up. */
  get isFresh(): boolean {
    return this.#attempt === 0;
  }

  /** Counts a failure. */
  fail(): void {
    this.#attempt += 1;
  }

  /** The line is up: the next failure is the first one. */
  calm(): void {
    this.#attempt = 0;
  }

  /** Something was heard, or is about to be: starts the clock of silence anew. */
  listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(this.#what.silent, SILENCE_MS);
  }

  /** Tries again, later with each failure. */
  later(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(this.#what.again, backOff(this.#attempt, this.#what.random));
    this.fail();
  }

  /** Waits for nothing. */
  stop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
  }

  /** Somebody tries now. */
  hurry(): void {
    clearTimeout(this.#retry);
  }
}
