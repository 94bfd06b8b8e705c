import type { SignalDataSet } from "@whiskeysockets/baileys";
import type { SessionStore, Step } from "#channels/connections/whatsapp/store/session-store.ts";

/**
 * Runs `work` on the store. When it throws, the link is ended, its socket muted, and the promise rejects with
 * LinkEnded.
 */
export type Persist = <T>(work: () => T) => Promise<T>;

/**
 * Commits all steps of one turn of the event loop in one transaction: those of a burst, or of a message's encryptions
 * for the recipient and for our own phone.
 */
export class SharedCommits {
  readonly #store: SessionStore;
  readonly #persist: Persist;
  #steps: Step[] = [];
  #committed: Promise<void> | null = null;
  #uncommitted: Promise<void> | null = null;

  constructor(store: SessionStore, persist: Persist) {
    this.#store = store;
    this.#persist = persist;
  }

  /** The pending commit of encryption steps; null when none is pending. */
  get uncommitted(): Promise<void> | null {
    return this.#uncommitted;
  }

  /** Commits the step at the end of this turn; resolves after the commit. */
  add(step: Step): Promise<void> {
    this.#steps.push(step);
    this.#committed ??= new Promise((resolve) =>
      setImmediate(() => {
        const ready = this.#steps;
        this.#steps = [];
        this.#committed = null;
        resolve(this.#persist(() => this.#store.commitAll(ready)));
      }),
    );
    return this.#committed;
  }

  /**
   * Makes the changes of an encryption step readable at once and releases the lock of its device before they are
   * committed. So the messages of one turn of the event loop share a commit, although each is also encrypted for our
   * own phone. `frame-queue.ts` holds all frames back until that commit.
   */
  addReadable(changes: SignalDataSet): Promise<void> {
    return this.#persist(() => {
      this.#store.keys.hold(changes);
      const commit = this.add({ changes });
      if (commit === this.#uncommitted) return;
      this.#uncommitted = commit;
      const ended = () => {
        if (this.#uncommitted === commit) this.#uncommitted = null;
      };
      commit.then(ended, ended);
    });
  }
}
