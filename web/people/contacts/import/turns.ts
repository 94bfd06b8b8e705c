/**
 * The server takes one import at a time: the next call waits for the end of the one before, and is dropped when something
 * newer was asked meanwhile.
 */
export class Turns {
  #turn = 0;
  #last: Promise<void> = Promise.resolve();

  /** Whatever was asked before is no longer wanted; answers the turn of what is asked now. */
  next(): number {
    this.#turn += 1;
    return this.#turn;
  }

  /** Nothing newer was asked. */
  isLatest(turn: number): boolean {
    return turn === this.#turn;
  }

  /** Does something once what was asked before has ended; `refused` hears why it could not be done. */
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
