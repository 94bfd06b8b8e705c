/**
 * The server runs one import at a time: the next call waits for the previous one, and is dropped when a newer
 * one was made meanwhile.
 */
export class Turns {
  #turn = 0;
  #last: Promise<void> = Promise.resolve();

  /** Cancels earlier requests; returns the turn of the new one. */
  next(): number {
    this.#turn += 1;
    return this.#turn;
  }

  /** No newer request was made. */
  isLatest(turn: number): boolean {
    return turn === this.#turn;
  }

  /** Runs after the previous request has ended; `refused` gets the error. */
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
