/**
 * Sends one request at a time, as the server allows only one: a call waits for the previous one, and is dropped when a
 * newer call was made meanwhile.
 */
export class Turns {
  #turn = 0;
  #last: Promise<void> = Promise.resolve();

  /** Cancels earlier calls; returns the number of the new one. */
  next(): number {
    this.#turn += 1;
    return this.#turn;
  }

  /** True if no newer call was made. */
  isLatest(turn: number): boolean {
    return turn === this.#turn;
  }

  /** Runs the call after the previous one has ended; `refused` is called with its error. */
  take(turn: number, work: () => Promise<void>, refused: (error: unknown) => void): Promise<void> {
    this.#last = this.#last.then(async () => {
      if (!this.isLatest(turn)) return;
      try {
        await work();
      } catch (error) {
        if (this.isLatest(turn)) refused(error);
      }
    });
    return this.#last;
  }
}
