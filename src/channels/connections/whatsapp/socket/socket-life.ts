import type { WASocket } from "@whiskeysockets/baileys";
import type { Persist } from "#channels/connections/whatsapp/crypto/shared-commits.ts";
import type { Closing } from "#channels/connections/whatsapp/session/close-reason.ts";
import { isCorruption } from "#channels/connections/whatsapp/store/database.ts";
import { SocketEnded } from "#channels/connections/whatsapp/store/fence.ts";
import { SessionDamaged } from "#channels/connections/whatsapp/store/seal.ts";

/** Maximum wait in ms for Baileys to report the end of a socket that was cut. */
const CLOSE_LIMIT_MS = 5000;

interface RawSocket {
  readonly socket: { terminate(): void } | null;
}

/** The states of one Baileys socket: being created, open, failed, ended. */
export class SocketLife {
  /** Resolves once, when the socket has ended completely. */
  readonly closed: Promise<Closing>;
  readonly #settle: (closing: Closing) => void;
  /** Null until Baileys has created it. */
  #sock: WASocket | null = null;
  #onFinish: () => void = () => {};
  /** Our own reason for the end; takes precedence over a reason of the network. */
  #verdict: Closing | null = null;
  #isOpen = false;
  #hasFailed = false;
  #isOver = false;
  #late: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<Closing>();
    this.closed = promise;
    this.#settle = resolve;
  }

  /** False after the end and after a failed write. */
  get mayUseStore(): boolean {
    return !this.#isOver && !this.#hasFailed;
  }

  get isOpen(): boolean {
    return this.#isOpen && !this.#hasFailed;
  }

  /**
   * Called when Baileys has created the socket: mutes it after a failed write, and ends it if `end` was called
   * meanwhile. `onFinish` runs at the end.
   */
  begin(sock: WASocket, onFinish: () => void): void {
    this.#sock = sock;
    this.#onFinish = onFinish;
    if (this.#hasFailed) mute(sock);
    if (this.#verdict) this.end(this.#verdict);
  }

  opened(): void {
    this.#isOpen = true;
  }

  /** Ends the socket from this side, with the given reason. */
  end(closing: Closing): void {
    const reason = this.#verdict ?? closing;
    this.#verdict = reason;
    // Baileys reads keys while it creates the socket; `begin` ends it right after.
    if (!this.#sock) return;
    // Baileys reports the end after its own clean-up, which the next socket does not wait for.
    this.#late ??= setTimeout(() => this.finish(reason), CLOSE_LIMIT_MS);
    void this.#sock.end(new Error(reason.detail));
    // A regular close waits 30 s for an answer that may never arrive.
    (this.#sock.ws as unknown as RawSocket).socket?.terminate();
  }

  /** The socket has closed, for our reason or, without one, for `closing`. */
  finish(closing: Closing): void {
    if (this.#isOver || !this.#sock) return;
    clearTimeout(this.#late);
    this.#isOpen = false;
    this.#onFinish();
    // Without the flush Baileys discards what it has buffered.
    this.#sock.ev.flush();
    this.#isOver = true;
    mute(this.#sock);
    this.#settle(this.#verdict ?? closing);
  }

  /** Runs work on the store; false when it did not run. When it fails, the socket ends and sends nothing more. */
  readonly guard = (work: () => void): boolean => {
    if (!this.mayUseStore) return false;
    try {
      work();
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  };

  /** Like `guard`, for work of Baileys, which gets the result or SocketEnded. */
  readonly persist: Persist = async (work) => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof SocketEnded)) this.#fail(error);
      // Baileys may treat SocketEnded as a decryption error and reject the message; the muted socket sends no rejection.
      throw new SocketEnded();
    }
  };

  #fail(error: unknown): void {
    this.#hasFailed = true;
    if (this.#sock) mute(this.#sock);
    const detail = `session storage: ${(error as Error).message}`;
    const damaged = error instanceof SessionDamaged || isCorruption(error);
    this.end({ reason: damaged ? "session_damaged" : "network", detail });
  }
}

/** Makes Baileys treat the socket as closed from now on: nothing more is written to it. */
function mute({ ws }: WASocket): void {
  Object.defineProperty(ws, "isOpen", { value: false, configurable: true });
}
